"""The contents of the folder of every case: one valid file of each kind, made here and by the program."""
import gzip
import json
import pathlib
import struct
import subprocess

from products import PRODUCTS

FILES = {
    "g.csv": "a,b,count\nx,1,30\nx,2,20\ny,1,25\ny,2,25\n",
    "o.csv": "b,c,count\n1,u,40\n1,v,15\n2,u,45\n2,v,0\n",
    "first.csv": "a,b,count\nx,1,40\nx,2,10\ny,1,10\ny,2,40\n",
    "second.csv": "a,b,count\nx,1,20\nx,2,30\ny,1,30\ny,2,20\n",
    "people.csv": "a,b,c\nx,1,u\ny,2,u\nx,2,u\ny,1,v\nx,1,u\n",
    "partial.csv": "name,a,b\nAnn,x,\nBob,,2\n",
    "schema.json": json.dumps({"format": "drover.schema/1", "columns": [{"name": "a", "values": ["x", "y"]}]}),
    "wide.csv": "zone,ax,ay,b1,b2\nz1,3,4,2,5\nz2,1,2,2,1\n",
    "groups.json": json.dumps({"format": "drover.groups/1", "groups": [
        {"variable": "a", "columns": {"ax": "x", "ay": "y"}}, {"variable": "b", "columns": {"b1": "1", "b2": "2"}}]}),
    "hh.csv": "hh,w,size\n1,9,1\n2,10,2\n3,8,1\n",
    "persons.csv": "hh,age\n1,30\n2,7\n2,40\n3,70\n",
    "zones.csv": "zone,region\nz1,V\nz2,V\n",
    "controls.csv": "target,geography,seed_table,expression\nnum_hh,zone,households,w>0\nyoung,zone,persons,age<18\n",
    "totals.csv": "zone,num_hh,young\nz1,3,1\nz2,2,1\n",
    "f.csv": "s,x,y\na,0,1\nb,1,0\nc,1,1\n",
    "p.csv": "s,p\na,1\nb,2\nc,3\n",
    "m.csv": "f,m\nx,0.5\ny,0.6\n",
    "bits.csv": "u,v,w\n1,0,1\n0,1,1\n1,1,0\n0,0,1\n",
    "examples.csv": "h,k,y\n" + "".join(f"{i % 7},{'pq'[i % 2]},{'no' if i % 3 else 'yes'}\n" for i in range(24)),
    "f.svm": "".join(f"{i % 2} 1:{i % 5} 3:{i % 3 - 1}\n" for i in range(12)),
    "f.data": "".join(f"{d} {w} {1 + (d * w) % 3}\n" for d in range(1, 7) for w in range(1, 5) if (d + w) % 3),
    "f.label": "1\n2\n1\n2\n1\n2\n",
    "i.idx": struct.pack(">BBBBIII", 0, 0, 8, 3, 6, 2, 2) + bytes(range(0, 240, 10)),
    "l.idx": struct.pack(">BBBBI", 0, 0, 8, 1, 6) + bytes([0, 1, 0, 1, 1, 0]),
    "z.csv.gz": gzip.compress(b"a,b,count\nx,1,30\nx,2,20\ny,1,25\ny,2,25\n", mtime=0),
}

# The rest is made by the program: a checkpoint with its partial rows; all that has a certificate; models.
COMMANDS = [
    "synth g.csv o.csv -n 40 -o waiting.csv --checkpoint state.json --checkpoint-every 10",
    *(product.command for product in PRODUCTS),
    "rbm train bits.csv --hidden 3 --steps 20 -o m.rbm --checkpoint rbm.job --checkpoint-every 15",
    "fit examples.csv --label y --hidden 2 --updates 60 --burn-in 10 --bias-halving 2 -o m.fit --checkpoint fit.job "
    "--checkpoint-every 50",
    "fit i.idx --labels l.idx --hidden 2 --updates 20 --burn-in 5 -o images.fit",
]


def make(program, folder):
    for name, content in FILES.items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    for command in COMMANDS:
        subprocess.run([program, *command.split()], cwd=folder, check=True, capture_output=True)
    rows = pathlib.Path(folder / "waiting.csv")
    rows.rename(folder / "waiting.csv.part")  # as if it had been killed right before its end
