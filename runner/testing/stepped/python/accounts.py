class Account:
    rate = 0.01

    def __init__(self, owner, balance):
        self.owner = owner
        self.balance = balance
        self.history = []

    def deposit(self, amount):
        self.balance += amount
        self.history.append(amount)

    def add_interest(self):
        self.balance *= 1 + self.rate


class Savings(Account):
    rate = 0.04


accounts = {"a": Savings("Asha", 1000.0), "b": Account("Bimal", 500.0)}
for year in range(4):
    for key, account in accounts.items():
        account.deposit(100 * (year + 1))
        account.add_interest()
for account in accounts.values():
    print(account.owner, round(account.balance, 2), len(account.history))
