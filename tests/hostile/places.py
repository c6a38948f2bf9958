"""Where the commands read and write: each place as a command line with {} for the file."""

POPULATE = "populate --households {} --persons {} --id hh --weight w --geography {} --controls {} --totals zone={} -o out"
POPULATE_FILES = ("hh.csv", "persons.csv", "zones.csv", "controls.csv", "totals.csv")


def populate_with(place):
    """The command line with {} in place of one of its files."""
    return POPULATE.format(*("{}" if k == place else file for k, file in enumerate(POPULATE_FILES)))


# Name, command line, and what is read there: text or model.
READERS = [
    *((f"populate {option}", populate_with(place), "text")
      for place, option in enumerate(("--households", "--persons", "--geography", "--controls", "--totals"))),
    ("synth INPUT", "synth {} -o out.csv", "text"),
    ("synth second INPUT", "synth g.csv {} -o out.csv", "text"),
    ("synth --schema", "synth g.csv o.csv --schema {} -o out.csv", "text"),
    ("synth --groups", "synth wide.csv --groups {} --key zone -o out.csv", "text"),
    ("synth --complete", "synth g.csv o.csv --complete {} -o out.csv", "text"),
    ("synth --like", "synth g.csv o.csv --like {} -o out.csv", "text"),
    ("synth --resume", "synth g.csv o.csv -n 40 --resume {} -o waiting.csv", "text"),
    ("tables MICRODATA", "tables {} -o out", "text"),
    ("tables --schema", "tables people.csv --schema {} -o out", "text"),
    ("tables --wide", "tables --wide {} --groups groups.json --key zone -o out", "text"),
    ("tables --groups", "tables --wide wide.csv --groups {} --key zone -o out", "text"),
    ("check ROWS", "check {} g.csv o.csv -o out.txt", "text"),
    ("check TABLES", "check people.csv {} -o out.txt", "text"),
    ("check --against", "check people.csv g.csv o.csv --against {} -o out.txt", "text"),
    ("check --schema", "check people.csv g.csv --schema {} -o out.txt", "text"),
    ("check --groups", "check people.csv wide.csv --groups {} --key zone -o out.txt", "text"),
    ("check --cert", "check --cert {} -o out.txt", "text"),
    ("explain TABLES", "explain {} -o out.txt", "text"),
    ("explain second TABLES", "explain g.csv {} -o out.txt", "text"),
    ("explain --schema", "explain g.csv --schema {} -o out.txt", "text"),
    ("explain --groups", "explain wide.csv --groups {} --key zone -o out.txt", "text"),
    ("herd FEATURES", "herd {} -o out.txt", "text"),
    ("herd --probabilities", "herd f.csv --probabilities {} -o out.txt", "text"),
    ("herd --moments", "herd f.csv --moments {} -o out.txt", "text"),
    ("herd --rates", "herd f.csv --rates {} -o out.txt", "text"),
    ("herd --start", "herd f.csv --start {} -o out.txt", "text"),
    *((f"dynamics {item} FEATURES", f"dynamics {item} {{}} -o out.txt", "text")
      for item in ("words", "partition", "period", "orbit", "torus", "attractor", "tipi", "split", "section",
                   "bifurcation")),
    ("dynamics map FEATURES", "dynamics map {} --vary temperature=0.1:0.2 --vary x=0:1 -o out.txt", "text"),
    *((f"dynamics {item} --probabilities", f"dynamics {item} f.csv --probabilities {{}} -o out.txt", "text")
      for item in ("words", "period", "orbit", "split")),
    *((f"dynamics {item} --moments", f"dynamics {item} f.csv --moments {{}} -o out.txt", "text")
      for item in ("words", "partition", "torus", "attractor", "tipi")),
    ("rbm train DATA", "rbm train {} --steps 5 -o out.rbm", "text"),
    ("rbm train --resume", "rbm train --resume {} --steps 5 -o out.rbm", "model"),
    ("rbm sample MODEL", "rbm sample {} -o out.csv", "model"),
    ("rbm energy MODEL", "rbm energy {} bits.csv -o out.csv", "model"),
    ("rbm energy DATA", "rbm energy m.rbm {} -o out.csv", "text"),
    ("rbm features MODEL", "rbm features {} bits.csv -o out.csv", "model"),
    ("rbm features DATA", "rbm features m.rbm {} -o out.csv", "text"),
    ("fit TRAIN", "fit {} --label y --updates 20 --burn-in 5 -o out.fit", "text"),
    ("fit images", "fit {} --format idx --labels l.idx --updates 20 --burn-in 5 -o out.fit", "text"),
    ("fit --labels", "fit i.idx --labels {} --updates 20 --burn-in 5 -o out.fit", "text"),
    ("fit words", "fit {} --format words --labels f.label --skip-top 0 --updates 20 --burn-in 5 -o out.fit", "text"),
    ("fit words --labels", "fit f.data --format words --labels {} --skip-top 0 --updates 20 --burn-in 5 -o out.fit", "text"),
    ("fit libsvm", "fit {} --format libsvm --updates 20 --burn-in 5 -o out.fit", "text"),
    ("fit --resume", "fit examples.csv --resume {} --updates 80 -o out.fit", "model"),
    ("predict MODEL", "predict {} examples.csv -o out.csv", "model"),
    ("predict DATA", "predict m.fit {} -o out.csv", "text"),
    ("evaluate MODEL", "evaluate {} examples.csv -o out.txt", "model"),
    ("evaluate TEST", "evaluate m.fit {} -o out.txt", "text"),
    ("evaluate --labels", "evaluate images.fit i.idx --labels {} -o out.txt", "text"),
]

# Name, command line, and the files that it reads.
WRITERS = [
    ("synth -o", "synth g.csv o.csv -n 50 -o {}", "g.csv o.csv"),
    ("synth --report", "synth g.csv o.csv -n 50 -o out.csv --report {}", "g.csv"),
    ("synth --cert", "synth g.csv o.csv -n 50 -o out.csv --cert {}", "g.csv"),
    ("synth --complete -o", "synth g.csv o.csv --complete partial.csv -o {}", "partial.csv"),
    ("check -o", "check people.csv g.csv o.csv -o {}", "people.csv g.csv"),
    ("check --report", "check people.csv g.csv o.csv -o out.txt --report {}", "people.csv g.csv"),
    ("check --cells", "check people.csv g.csv o.csv -o out.txt --cells {}", "people.csv g.csv"),
    ("explain -o", "explain g.csv o.csv -o {}", "g.csv o.csv"),
    ("herd -o", "herd f.csv --probabilities p.csv -o {}", "f.csv p.csv"),
    ("herd --states", "herd f.csv --probabilities p.csv -o out.txt --states {}", "f.csv p.csv"),
    ("herd --svg", "herd f.csv --probabilities p.csv -o out.txt --svg {}", "f.csv p.csv"),
    ("neuron -o", "neuron --rate 3/7 -o {}", ""),
    ("neuron --svg", "neuron --rate 3/7 -o out.txt --svg {}", ""),
    ("ising -o", "ising --size 8 --samples 20 --burn-in 5 --reference 10 -o {}", ""),
    ("ising --svg", "ising --size 8 --samples 20 --burn-in 5 --reference 10 -o out.txt --svg {}", ""),
    *((f"dynamics {item} -o", f"dynamics {item} f.csv --probabilities p.csv {options} -o {{}}", "f.csv p.csv")
      for item, options in (("words", "--steps 100 --length 4"), ("period", ""), ("orbit", "--steps 20"),
                            ("torus", "--steps 100"), ("attractor", "--steps 1000"), ("tipi", "--steps 100"),
                            ("split", "--pairs 2 --steps 100"))),
    ("dynamics partition --svg", "dynamics partition f.csv --length 4 --settling 2 --draw 2 --steps 100 -o out.txt --svg {}", "f.csv"),
    ("dynamics survey --lines",
     "dynamics survey --tables 1 --states 3 --features 2 --steps 100 --starts 1 -o out.txt --lines {}", ""),
    ("dynamics map --png",
     "dynamics map f.csv --vary temperature=0.1:0.2 --vary x=2:3 --columns 4 --rows 4 --steps 10 -o out.txt --png {}", "f.csv"),
    ("dynamics animate --svg", "dynamics animate f.csv --frames 2 --steps 100 --side 16 -o out.txt --svg {}", "f.csv"),
    ("dynamics section --svg", "dynamics section f.csv --steps 100 -o out.txt --svg {}", "f.csv"),
    ("dynamics attractor --png", "dynamics attractor f.csv --steps 100 -o out.txt --png {}", "f.csv"),
    ("dynamics words --svg", "dynamics words f.csv --steps 100 --length 4 -o out.txt --svg {}", "f.csv"),
    ("rbm train -o", "rbm train bits.csv --steps 5 -o {}", "bits.csv"),
    ("rbm sample -o", "rbm sample m.rbm -n 5 -o {}", "m.rbm"),
    ("rbm energy -o", "rbm energy m.rbm bits.csv --steps 5 -o {}", "m.rbm bits.csv"),
    ("rbm features -o", "rbm features m.rbm bits.csv --steps 5 -o {}", "m.rbm bits.csv"),
    ("fit -o", "fit examples.csv --label y --updates 20 --burn-in 5 -o {}", "examples.csv"),
    ("predict -o", "predict m.fit examples.csv -o {}", "m.fit examples.csv"),
    ("evaluate -o", "evaluate m.fit examples.csv -o {}", "m.fit examples.csv"),
]

# Checkpoints: written from time to time, and by runs that end before that not at all.
CHECKPOINTS = [
    ("synth --checkpoint", "synth g.csv o.csv -n 50 -o out.csv --checkpoint {}"),
    ("rbm train --checkpoint", "rbm train bits.csv --steps 5 -o out.rbm --checkpoint {}"),
    ("fit --checkpoint", "fit examples.csv --label y --updates 20 --burn-in 5 -o out.fit --checkpoint {}"),
]

# Command lines that take hours, for signals. {} is an output.
ENDLESS = [
    ("synth", "synth g.csv o.csv -n 1e9 -o out.csv"),
    ("synth with a checkpoint", "synth g.csv o.csv -n 1e9 -o out.csv --checkpoint go_on.json"),
    ("herd", "herd f.csv --probabilities p.csv --steps 1e14 -o out.txt"),
    ("neuron", "neuron --rate 3/7 --steps 1e9 -o out.txt"),
    ("ising", "ising --size 64 --samples 1e7 -o out.txt"),
    ("fit", "fit examples.csv --label y --updates 1e9 -o out.fit"),
    ("dynamics words", "dynamics words f.csv --steps 2e9 --length 10 -o out.txt"),
    ("paper ising", "paper ising --size 100 --samples 1e6 -o out.txt"),
    ("paper table1", "paper table1 --samples 1e7 -o out.txt"),
    ("rbm train", "rbm train bits.csv --hidden 2000 --steps 2e6 -o out.rbm"),
    ("rbm train with a checkpoint", "rbm train bits.csv --hidden 2000 --steps 2e6 -o out.rbm --checkpoint go_on.json"),
    ("fit --tune with a checkpoint", "fit examples.csv --label y --updates 1e9 --tune -o out.fit --checkpoint go_on.json"),
    ("dynamics bifurcation", "dynamics bifurcation f.csv --probabilities p.csv --temperatures 20000 --max-steps 1e9 -o out.txt"),
    ("dynamics attractor", "dynamics attractor f.csv --probabilities p.csv --steps 1e8 -o out.txt"),
]
