print("y" * 131070)
