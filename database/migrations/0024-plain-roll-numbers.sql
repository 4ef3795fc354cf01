-- Compatible with earlier servers: they do not call the function, and read composed names like others.
-- Runs in steps, outside of a transaction.
-- Step
-- A roll number in lower case as keyboards write it: plain hyphens, and the digits 0 to 9 in place of those of other
-- scripts. kinds/canonical.ts does the same.
create or replace function plain_roll_number(typed text) returns text
  language sql immutable strict parallel safe
  return translate(
    lower(normalize(typed, nfc)),
    U&'\2010\2011\2012\2013\2014\2015\2212\fe58\fe63\ff0d'
      || U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669'
      || U&'\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9'
      || U&'\0966\0967\0968\0969\096a\096b\096c\096d\096e\096f'
      || U&'\09e6\09e7\09e8\09e9\09ea\09eb\09ec\09ed\09ee\09ef'
      || U&'\0a66\0a67\0a68\0a69\0a6a\0a6b\0a6c\0a6d\0a6e\0a6f'
      || U&'\0ae6\0ae7\0ae8\0ae9\0aea\0aeb\0aec\0aed\0aee\0aef'
      || U&'\0b66\0b67\0b68\0b69\0b6a\0b6b\0b6c\0b6d\0b6e\0b6f'
      || U&'\0be6\0be7\0be8\0be9\0bea\0beb\0bec\0bed\0bee\0bef'
      || U&'\0c66\0c67\0c68\0c69\0c6a\0c6b\0c6c\0c6d\0c6e\0c6f'
      || U&'\0ce6\0ce7\0ce8\0ce9\0cea\0ceb\0cec\0ced\0cee\0cef'
      || U&'\0d66\0d67\0d68\0d69\0d6a\0d6b\0d6c\0d6d\0d6e\0d6f'
      || U&'\ff10\ff11\ff12\ff13\ff14\ff15\ff16\ff17\ff18\ff19',
    '----------' || repeat('0123456789', 12));
-- Step
-- Only roll numbers that were stored otherwise, so that they are found by what their students type.
drop index concurrently if exists people_with_other_digits;
-- Step
create index concurrently people_with_other_digits on people (plain_roll_number(id))
  where lower(id) <> plain_roll_number(id);
-- Step
update people set name = normalize(name, nfc) where name is not nfc normalized;
-- Step
update students set last_name = normalize(last_name, nfc) where last_name is not nfc normalized;
