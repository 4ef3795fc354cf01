numbers = [0]
while True:
    numbers = numbers * 2
