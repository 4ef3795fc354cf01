#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *push(struct node *head, int value) {
  struct node *made = malloc(sizeof *made);
  made->value = value;
  made->next = head;
  return made;
}

static struct node *reverse(struct node *head) {
  struct node *done = NULL;
  while (head != NULL) {
    struct node *next = head->next;
    head->next = done;
    done = head;
    head = next;
  }
  return done;
}

int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < 15; i++) {
    head = push(head, i * i);
  }
  head = reverse(head);
  int total = 0;
  while (head != NULL) {
    struct node *next = head->next;
    total += head->value;
    free(head);
    head = next;
  }
  printf("total %d\n", total);
  return 0;
}
