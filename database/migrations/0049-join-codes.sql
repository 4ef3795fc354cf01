-- A class is found by its code alone, which has 60 random bits.
create unique index classes_by_join_code on classes (join_code_hash);
