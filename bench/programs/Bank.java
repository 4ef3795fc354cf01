import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

abstract class Account {
  private final String owner;
  private final int number;
  protected double balance;

  Account(String owner, int number, double balance) {
    this.owner = owner;
    this.number = number;
    this.balance = balance;
  }

  String getOwner() {
    return owner;
  }

  int getNumber() {
    return number;
  }

  double getBalance() {
    return balance;
  }

  void deposit(double amount) {
    if (amount <= 0) throw new IllegalArgumentException("The amount must be positive");
    balance += amount;
  }

  abstract void withdraw(double amount) throws InsufficientFunds;
}

class InsufficientFunds extends Exception {
  InsufficientFunds(String message) {
    super(message);
  }
}

class Savings extends Account {
  private final double rate;

  Savings(String owner, int number, double balance, double rate) {
    super(owner, number, balance);
    this.rate = rate;
  }

  void addInterest() {
    balance += balance * rate / 100;
  }

  @Override
  void withdraw(double amount) throws InsufficientFunds {
    if (amount > balance) throw new InsufficientFunds(getOwner() + " has only " + balance);
    balance -= amount;
  }
}

class Current extends Account {
  private final double overdraft;

  Current(String owner, int number, double balance, double overdraft) {
    super(owner, number, balance);
    this.overdraft = overdraft;
  }

  @Override
  void withdraw(double amount) throws InsufficientFunds {
    if (amount > balance + overdraft) throw new InsufficientFunds(getOwner() + " is over the limit");
    balance -= amount;
  }
}

public class Bank {
  private final Map<Integer, Account> accounts = new HashMap<>();

  void open(Account account) {
    accounts.put(account.getNumber(), account);
  }

  void transfer(int from, int to, double amount) {
    try {
      accounts.get(from).withdraw(amount);
      accounts.get(to).deposit(amount);
    } catch (InsufficientFunds problem) {
      System.out.println("Refused: " + problem.getMessage());
    }
  }

  public static void main(String[] words) {
    Bank bank = new Bank();
    bank.open(new Savings("Asha", 1, 1000, 4));
    bank.open(new Current("Ravi", 2, 200, 500));
    bank.transfer(1, 2, 300);
    bank.transfer(2, 1, 5000);
    List<Account> all = new ArrayList<>(bank.accounts.values());
    all.sort(Comparator.comparingDouble(Account::getBalance));
    for (Account one : all) System.out.printf("%-6s %8.2f%n", one.getOwner(), one.getBalance());
  }
}
