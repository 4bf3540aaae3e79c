"""AIVSS-O numbers in tenths, as methodology-aivss 4.1 and 4.4 say; the program's own are in src/grade."""
LEVELS = {"S": {"T": 70, "S": 85, "H": 100}, "E": {"T": 40, "C": 70, "O": 85, "U": 100},
          "I": {"N": 0, "L": 30, "M": 55, "H": 80, "C": 100}, "D": {"O": 0, "L": 50, "S": 75, "I": 100},
          "A": {"N": 0, "P": 50, "F": 100}}
RISKY = 40


def tenths(vector):
    value = {part[0]: LEVELS[part[0]][part[2]] for part in vector.split("/")}
    base = value["I"] * value["E"] * value["S"]
    agent = 60 * value["A"] + 40 * value["D"]
    return (base * 10**8 + (10**6 - base) * value["I"] * 40 * agent + 5 * 10**11) // 10**12


def tool_score(vectors):
    return max(tenths(vector) for vector in vectors)


def median(scores):
    ordered = sorted(scores)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle] + 1) // 2
