#include <algorithm>
#include <iomanip>
#include <iostream>
#include <map>
#include <string>
#include <vector>

using namespace std;

class Student {
public:
  Student(string name, int roll) : name(name), roll(roll) {}

  void addMark(const string &subject, int mark) {
    marks[subject] = mark;
  }

  double average() const {
    if (marks.empty()) return 0;
    double sum = 0;
    for (const auto &entry : marks) sum += entry.second;
    return sum / marks.size();
  }

  int best() const {
    int highest = 0;
    for (const auto &entry : marks) highest = max(highest, entry.second);
    return highest;
  }

  char grade() const {
    double mean = average();
    if (mean >= 90) return 'A';
    if (mean >= 75) return 'B';
    if (mean >= 60) return 'C';
    return 'D';
  }

  const string &getName() const { return name; }
  int getRoll() const { return roll; }

private:
  string name;
  int roll;
  map<string, int> marks;
};

class Course {
public:
  void enrol(const Student &student) { students.push_back(student); }

  void sortByAverage() {
    sort(students.begin(), students.end(), [](const Student &one, const Student &other) {
      return one.average() > other.average();
    });
  }

  void print() const {
    for (const Student &student : students) {
      cout << left << setw(10) << student.getName() << right << setw(4) << student.getRoll()
           << fixed << setprecision(2) << setw(8) << student.average() << ' '
           << student.grade() << '\n';
    }
  }

  map<char, int> grades() const {
    map<char, int> counts;
    for (const Student &student : students) counts[student.grade()]++;
    return counts;
  }

  const Student *find(int roll) const {
    for (const Student &student : students)
      if (student.getRoll() == roll) return &student;
    return nullptr;
  }

private:
  vector<Student> students;
};

int main() {
  Course course;
  const vector<string> names = {"Asha", "Ravi", "Meena", "Kiran", "Divya"};
  const vector<string> subjects = {"Maths", "Physics", "Programming"};
  int seed = 7;
  for (size_t index = 0; index < names.size(); index++) {
    Student student(names[index], 101 + static_cast<int>(index));
    for (const string &subject : subjects) {
      seed = (seed * 31 + 17) % 61;
      student.addMark(subject, 40 + seed);
    }
    course.enrol(student);
  }
  course.sortByAverage();
  course.print();
  for (const auto &entry : course.grades())
    cout << entry.first << ": " << entry.second << '\n';
  const Student *found = course.find(103);
  if (found) cout << found->getName() << ' ' << found->best() << '\n';
  return 0;
}
