"""Counts tables of made-up microdata in several engines: CPU seconds and peak memory of each (docs/engines.md).

    python bench/engines.py FOLDER PROGRAM [ROWS ...] [--ways WAY,...]

Needs pydrover, pandas, pyarrow, duckdb and adbc-driver-postgresql. FOLDER gets ten million rows in ten parts, as CSV and as
Parquet, unless they exist already; larger numbers of rows repeat these. Every way has its own process and one thread. The seconds
are CPU time, including the start of Python where it is used. The last column is the same for all ways that found the same counts.
"""
import argparse
import hashlib
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import time

VALUES = [2, 3, 5, 7, 20, 16, 9, 4, 6, 2, 15, 12, 8, 10]
COLUMNS = [f"c{k}" for k in range(len(VALUES))]
PART_ROWS = 1_000_000
PARTS = 10


def make_parts(folder):
    """Ten parts of a million rows: texts and integers, some of them dependent."""
    if (folder / "header.csv").exists():
        return
    import numpy as np
    import pyarrow as pa
    import pyarrow.csv
    import pyarrow.parquet
    folder.mkdir(parents=True, exist_ok=True)
    for part in range(PARTS):
        random = np.random.default_rng(part)
        columns, before = {}, 0
        for name, count in zip(COLUMNS, VALUES):
            codes = (np.minimum(random.integers(0, count, PART_ROWS), random.integers(0, count, PART_ROWS)) + before) % count
            before = codes // 2
            if int(name[1:]) % 3 == 2:
                columns[name] = pa.array(codes)
            else:
                columns[name] = pa.array(np.array([f"{name}-{v}" for v in range(count)], dtype=object)[codes])
        table = pa.table(columns)
        pa.parquet.write_table(table, folder / f"part{part}.parquet", row_group_size=131_072)
        options = pa.csv.WriteOptions(include_header=False, quoting_style="none")
        pa.csv.write_csv(table, folder / f"part{part}.csv", options)
    (folder / "header.csv").write_text(",".join(COLUMNS) + "\n")


def parts_of(folder, rows, ending):
    """The parts that make up this number of rows, in order."""
    return [str(folder / f"part{k % PARTS}.{ending}") for k in range(max(1, rows // PART_ROWS))]


def digest_of(counts):
    """Of all counts above 0 of all tables, in ascending order: used to compare the ways."""
    text = ",".join(map(str, sorted(int(count) for count in counts if int(count) > 0)))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def counts_of(tables):
    return [count for table in tables.values() for count in table["count"]]


def program(folder, rows, path):
    """drover tables, reading a pipe. The peak memory of a child starts at its parent's, so nothing large is imported first."""
    out = folder / "tables"
    shutil.rmtree(out, ignore_errors=True)
    files = [str(folder / "header.csv"), *parts_of(folder, rows, "csv")]
    source = subprocess.Popen(["cat", *files], stdout=subprocess.PIPE)
    counting = subprocess.Popen([path, "tables", "-", "-o", str(out), "--quiet"], stdin=source.stdout,
                                stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(counting.pid, 0)
    source.wait()
    if status:
        raise SystemExit("drover tables failed")
    import pandas as pd
    return counts_of({file: pd.read_csv(file) for file in out.glob("*.csv")}), used.ru_utime + used.ru_stime, used.ru_maxrss


def arrow_batches(folder, rows, path):
    """pydrover.tables of batches that pyarrow reads from Parquet."""
    import pyarrow as pa
    import pyarrow.parquet
    import pydrover
    files = parts_of(folder, rows, "parquet")
    schema = pa.parquet.read_schema(files[0])
    batches = (batch for file in files for batch in pa.parquet.ParquetFile(file).iter_batches(131_072, use_threads=False))
    return counts_of(pydrover.tables(pa.RecordBatchReader.from_batches(schema, batches))), None, None


def arrow_dictionaries(folder, rows, path):
    """The same, with texts read as dictionaries."""
    import pyarrow as pa
    import pyarrow.parquet
    import pydrover
    files = parts_of(folder, rows, "parquet")
    texts = [name for name in COLUMNS if int(name[1:]) % 3 != 2]

    def opened(file):
        return pa.parquet.ParquetFile(file, read_dictionary=texts)

    batches = (batch for file in files for batch in opened(file).iter_batches(131_072, use_threads=False))
    reader = pa.RecordBatchReader.from_batches(opened(files[0]).schema_arrow, batches)
    return counts_of(pydrover.tables(reader)), None, None


def duckdb_relation(folder, rows, path):
    """pydrover.tables of a DuckDB relation over Parquet."""
    import duckdb
    import pydrover
    duckdb.sql("set threads = 1")
    return counts_of(pydrover.tables(duckdb.read_parquet(parts_of(folder, rows, "parquet")))), None, None


def duckdb_statement(folder, rows, path):
    """The statement of tables_sql in DuckDB, over Parquet."""
    import duckdb
    import pydrover
    duckdb.sql("set threads = 1")
    duckdb.read_parquet(parts_of(folder, rows, "parquet")).create_view("people")
    counted = duckdb.sql(pydrover.tables_sql("people", COLUMNS, dialect="duckdb"))
    return counted.df()["count"], None, None


def cpu_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def peak_memory(pid):
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")))


def in_postgres(folder, rows, use):
    """The result of `use`, and CPU seconds and peak memory of the PostgreSQL process that its cursor belongs to."""
    import adbc_driver_postgresql.dbapi
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests/python"))
    from postgres_server import postgres_server
    with postgres_server("-c max_parallel_workers_per_gather=0 -c work_mem=256MB") as server:
        types = ("int" if int(name[1:]) % 3 == 2 else "text" for name in COLUMNS)
        server.run(f"CREATE UNLOGGED TABLE people ({', '.join(map(' '.join, zip(COLUMNS, types)))})")
        with subprocess.Popen(["cat", *parts_of(folder, rows, "csv")], stdout=subprocess.PIPE) as source:
            server.copy("people", source.stdout)
        with adbc_driver_postgresql.dbapi.connect(server.uri) as connection, connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            pid = cursor.fetchone()[0]
            before = cpu_seconds(pid)
            found = use(cursor)
            return found, cpu_seconds(pid) - before, peak_memory(pid)


def postgres_statement(folder, rows, path):
    """The statement of tables_sql in PostgreSQL, without parallel workers, with 256 MB for each sum."""
    import pydrover

    def use(cursor):
        cursor.execute(pydrover.tables_sql("people", COLUMNS, dialect="postgres"))
        return cursor.fetch_arrow_table()["count"].to_pylist()

    return in_postgres(folder, rows, use)


def postgres_rows(folder, rows, path):
    """pydrover.tables of rows that ADBC fetches from PostgreSQL: seconds of both processes, memory of this one."""
    import pydrover

    def use(cursor):
        cursor.execute("SELECT * FROM people")
        start = time.process_time()
        tables = pydrover.tables(cursor.fetch_record_batch())
        return counts_of(tables), time.process_time() - start

    (counts, here), there, _ = in_postgres(folder, rows, use)
    return counts, here + there, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


WAYS = {"program": program, "arrow": arrow_batches, "dictionaries": arrow_dictionaries, "duckdb": duckdb_relation,
        "duckdb-sql": duckdb_statement, "postgres-sql": postgres_statement, "postgres-adbc": postgres_rows}


def run_one(way, folder, rows, path):
    counts, seconds, peak = WAYS[way](folder, rows, path)
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = used.ru_utime + used.ru_stime if seconds is None else seconds
    print(f"{way:14} {rows:>11,} rows {seconds:8.2f} s {(peak or used.ru_maxrss) / 1024:7.0f} MB  "
          f"counts {digest_of(counts)}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("program")
    parser.add_argument("rows", type=int, nargs="*", default=[PART_ROWS])
    parser.add_argument("--ways", default=",".join(WAYS))
    given = parser.parse_args()
    make_parts(given.folder)
    for rows in given.rows:
        for way in given.ways.split(","):
            if given.ways == way and len(given.rows) == 1:
                run_one(way, given.folder, rows, given.program)
            else:
                subprocess.run([sys.executable, __file__, given.folder, given.program, str(rows), "--ways", way], check=True)


if __name__ == "__main__":
    main()
