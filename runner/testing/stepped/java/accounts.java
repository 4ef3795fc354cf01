import java.util.ArrayList;
import java.util.List;

class Main {
  static abstract class Account {
    final String owner;
    double balance;

    Account(String owner, double balance) {
      this.owner = owner;
      this.balance = balance;
    }

    abstract double rate();

    void addInterest() {
      balance += balance * rate();
    }
  }

  static class Savings extends Account {
    Savings(String owner, double balance) {
      super(owner, balance);
    }

    double rate() {
      return 0.04;
    }
  }

  static class Current extends Account {
    Current(String owner, double balance) {
      super(owner, balance);
    }

    double rate() {
      return 0.01;
    }
  }

  public static void main(String[] args) {
    List<Account> all = new ArrayList<>();
    all.add(new Savings("Asha", 1000));
    all.add(new Current("Bimal", 500));
    all.add(new Savings("Chitra", 250));
    for (int year = 1; year <= 3; year++) {
      for (Account account : all) {
        account.addInterest();
      }
    }
    for (Account account : all) {
      System.out.printf("%s %.2f%n", account.owner, account.balance);
    }
  }
}
