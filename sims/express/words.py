"""Words for people: faces, goods, groups, faults, and moves as sentences."""
from .faces import Face
FACE_WORD = {f: f.name.replace("_"," ").title() for f in Face}
FACE_WORD[Face.TWO_FOOD]="2 Food"; FACE_WORD[Face.BASKETMAKER]="Basketmaker's Workshop"; FACE_WORD[Face.POTTERY]="Pottery Workshop"; FACE_WORD[Face.STONECUTTER]="Stonecutter's Workshop"
def face_named(w):
    for f,t in FACE_WORD.items():
        if t.lower()==w.lower(): return f
