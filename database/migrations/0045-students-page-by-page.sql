-- Compatible with earlier servers: it adds a collation and an index, and changes nothing.
-- Numbers within words are numbers: Sec 2 comes before Sec 10.
create collation in_words (provider = icu, locale = 'en-IN-u-kn-true');
create index students_in_words on people (id collate in_words) where role = 0;
