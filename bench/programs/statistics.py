# Reads numbers and prints their sum, the smallest, the largest, the median and the most frequent one.

import sys


def read_numbers():
    words = sys.stdin.read().split()
    count = int(words[0])
    return [int(word) for word in words[1 : count + 1]]


def find_sum(numbers):
    total = 0
    for number in numbers:
        total += number
    return total


def find_extremes(numbers):
    smallest = numbers[0]
    largest = numbers[0]
    for number in numbers:
        if number < smallest:
            smallest = number
        if number > largest:
            largest = number
    return smallest, largest


def find_median(numbers):
    ordered = sorted(numbers)
    return ordered[(len(ordered) - 1) // 2]


def find_most_frequent(numbers):
    counts = {}
    for number in numbers:
        counts[number] = counts.get(number, 0) + 1
    best = numbers[0]
    for number in sorted(counts):
        if counts[number] > counts[best]:
            best = number
        elif counts[number] == counts[best] and number < best:
            best = number
    return best


def main():
    numbers = read_numbers()
    smallest, largest = find_extremes(numbers)
    print("sum", find_sum(numbers))
    print("smallest", smallest)
    print("largest", largest)
    print("median", find_median(numbers))
    print("most frequent", find_most_frequent(numbers))


main()
