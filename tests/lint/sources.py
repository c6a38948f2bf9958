"""The C++ files of the project that the format and analysis checks look at."""
import subprocess


def sources(*patterns):
    """Tracked and new files below the project root, without those that git ignores."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return sorted(set(listed.splitlines()))
