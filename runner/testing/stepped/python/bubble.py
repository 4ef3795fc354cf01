def sort(numbers):
    for i in range(len(numbers) - 1):
        for j in range(len(numbers) - 1 - i):
            if numbers[j] > numbers[j + 1]:
                numbers[j], numbers[j + 1] = numbers[j + 1], numbers[j]


numbers = [9, 4, 7, 1, 8, 2, 6, 3, 5, 0]
sort(numbers)
print(numbers)
