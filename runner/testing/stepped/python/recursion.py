moves = 0


def fibonacci(n):
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


def hanoi(count, start, goal, other):
    global moves
    if count == 0:
        return
    hanoi(count - 1, start, other, goal)
    moves += 1
    hanoi(count - 1, other, goal, start)


print("fibonacci", fibonacci(6))
hanoi(4, "A", "C", "B")
print("moves", moves)
