class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


def reverse(head):
    done = None
    while head is not None:
        following = head.next
        head.next = done
        done = head
        head = following
    return done


head = None
for i in range(12):
    head = Node(i * i, head)
head = reverse(head)
total = 0
while head is not None:
    total += head.value
    head = head.next
print("total", total)
