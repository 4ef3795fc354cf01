#include <iostream>
#include <memory>
#include <string>
#include <vector>

class Shape {
public:
  std::string name;
  explicit Shape(std::string given) : name(given) {}
  virtual double area() const = 0;
  virtual ~Shape() = default;
};

class Square : public Shape {
  double side;

public:
  explicit Square(double given) : Shape("square"), side(given) {}
  double area() const override { return side * side; }
};

class Circle : public Shape {
  double radius;

public:
  explicit Circle(double given) : Shape("circle"), radius(given) {}
  double area() const override { return 3 * radius * radius; }
};

int main() {
  std::vector<std::unique_ptr<Shape>> shapes;
  for (int i = 1; i <= 4; i++) {
    shapes.push_back(std::make_unique<Square>(i));
    shapes.push_back(std::make_unique<Circle>(i));
  }
  double total = 0;
  for (const auto &shape : shapes) {
    double area = shape->area();
    std::cout << shape->name << ' ' << area << '\n';
    total += area;
  }
  std::cout << "total " << total << '\n';
}
