"""Certificates as anybody may write them."""
import hashlib
import json


def sealed(certificate):
    """With the digest of its contents, as formats.md describes it."""
    contents = {key: value for key, value in certificate.items() if key != "sha256"}
    text = json.dumps(contents, separators=(",", ":"), ensure_ascii=False)
    return {**contents, "sha256": hashlib.sha256(text.encode()).hexdigest()}
