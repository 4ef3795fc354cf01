-- Earlier servers read four options from columns of their own, so this is not compatible with them.
set local statement_timeout = 0;

alter table quiz_questions
  drop constraint quiz_questions_have_one_form,
  -- The specification's question with exactly four options, which has a form of its own on the wire.
  add column is_four boolean not null default false;

-- The variants become a list of {title, body, key}.
update quiz_questions
set kind = 'single', is_four = true,
  body = jsonb_build_object('options', options),
  key = jsonb_build_object('right', correct_answer || also_right, 'cost', '0'),
  variants = to_jsonb(array(
    select jsonb_build_object('title', variant -> 'title',
      'body', jsonb_build_object('options', variant -> 'options'),
      'key', jsonb_build_object('right', jsonb_build_array(variant -> 'correctAnswer'), 'cost', '0'))
    from jsonb_array_elements(variants) with ordinality as each (variant, place)
    order by place))
where kind is null;

alter table quiz_questions
  drop column options,
  drop column correct_answer,
  drop column also_right,
  alter column kind set not null,
  alter column body set not null,
  alter column key set not null,
  add constraint quiz_questions_of_four_have_four_options check (
    not is_four or (points is null and jsonb_array_length(body -> 'options') = 4)
  );

alter table bank_questions
  drop constraint bank_questions_have_one_form,
  add column is_four boolean not null default false;

update bank_questions
set kind = 'single', is_four = true,
  body = jsonb_build_object('options', options),
  key = jsonb_build_object('right', array[correct_answer], 'cost', '0')
where kind is null;

alter table bank_questions
  drop column correct_answer,
  alter column kind set not null,
  alter column body set not null,
  alter column key set not null,
  add constraint bank_questions_of_four_have_four_options check (
    not is_four or (points is null and jsonb_array_length(body -> 'options') = 4)
  );
-- The texts of the kind, for the search.
alter table bank_questions rename column options to texts;
