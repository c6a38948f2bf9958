"""What writes certificates: one line per product and variant, and all attacks on certificates are made on it."""
import dataclasses

HOMES = ("populate --households hh.csv --persons persons.csv --id hh --weight w --geography zones.csv --controls controls.csv "
         "--totals zone=totals.csv")


@dataclasses.dataclass(frozen=True)
class Product:
    name: str
    command: str  # in the folder of the hostile world
    certificate: str  # that it writes


PRODUCTS = [
    Product("synth", "synth g.csv o.csv -n 100 -o rows.csv --cert cert.json", "cert.json"),
    Product("synth of like tables", "synth first.csv second.csv --trust first=9 -n 100 -o two.csv --cert two.json", "two.json"),
    Product("synth of microdata", "synth people.csv -n 20 --burn-in 3 -o like_people.csv --cert like_people.json", "like_people.json"),
    Product("synth --where --forbid", "synth g.csv o.csv --where a=x --forbid b=2,c=v -n 50 -o part.csv --cert part.json", "part.json"),
    Product("synth --complete", "synth g.csv o.csv --complete partial.csv -o filled.csv --cert filled.json", "filled.json"),
    Product("synth --like", "synth g.csv --like people.csv -n 30 -o alike.csv --cert alike.json", "alike.json"),
    Product("synth --groups", "synth wide.csv --groups groups.json --key zone -n 20 -o zoned.csv --cert zoned.json", "zoned.json"),
    Product("populate", f"{HOMES} -o homes", "homes/certificate.json"),
    Product("populate --expand no", f"{HOMES} --expand no --pull 0 --seed 3 -o weights", "weights/certificate.json"),
]
