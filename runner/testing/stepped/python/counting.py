total = 0
for i in range(1, 101):
    total += i
    if i % 25 == 0:
        print(i, total)
print("total", total)
