class Main {
  static class Node {
    int value;
    Node next;

    Node(int value, Node next) {
      this.value = value;
      this.next = next;
    }
  }

  static Node reverse(Node head) {
    Node done = null;
    while (head != null) {
      Node next = head.next;
      head.next = done;
      done = head;
      head = next;
    }
    return done;
  }

  public static void main(String[] args) {
    Node head = null;
    for (int i = 0; i < 12; i++) {
      head = new Node(i * i, head);
    }
    head = reverse(head);
    int total = 0;
    for (Node at = head; at != null; at = at.next) {
      total += at.value;
    }
    System.out.println("total " + total);
  }
}
