import sys

counts = {}
for line in sys.stdin:
    for word in line.split():
        counts[word] = counts.get(word, 0) + 1
pairs = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
for word, count in pairs:
    print(word, count)
