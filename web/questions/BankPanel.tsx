import { Button, Group, NumberInput, Pagination, Select, Stack, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import IconBooks from '~icons/books';
import IconDice5 from '~icons/dice-5';
import {
  BANK_PAGE_LENGTH,
  type BankHome,
  drawBankQuestions,
  listBankQuestions,
} from '@vlabs/contract/questions/question-bank';
import { useDeferredValue, useState } from 'react';
import type { z } from 'zod';
import { call, messageOf } from '../platform/calls/call.ts';
import { queryOf } from '../platform/calls/query-of.ts';
import { SearchField } from '../ui/table/SearchField.tsx';
import { Empty, LinesSkeleton, Loaded } from '../ui/states.tsx';
import { toast, toastError } from '../ui/toast.ts';
import type { AddQuestionsProps } from './add-questions-props.ts';
import { BankItem } from './BankItem.tsx';
import classes from './AddQuestions.module.css';

interface Filters {
  search: string;
  subject: string;
  topic: string;
  tag: string;
  home: BankHome | null;
}

const everything: Filters = { search: '', subject: '', topic: '', tag: '', home: null };

const homeWords: Record<BankHome, string> = {
  own: 'Mine',
  class: 'My classes',
  campus: 'Campus',
};

type Filter = Omit<z.input<typeof listBankQuestions.query>, 'page'>;

/** Searches and filters the bank, adds questions one by one, and draws some at random. */
export function BankPanel({ titles, remaining, onAdd }: AddQuestionsProps) {
  const [filter, setFilter] = useState(everything);
  const [page, setPage] = useState(1);
  const { home, ...words } = filter;
  const wanted = { ...words, ...(home !== null && { home }) };
  const query = useDeferredValue({ ...wanted, page });
  const bank = useQuery({
    ...queryOf(listBankQuestions, { query }),
    placeholderData: keepPreviousData,
  });
  const { questions = [], total = 0, subjects = [], topics = [], tags = [] } = bank.data ?? {};
  const { homes = [], canShare = false } = bank.data ?? {};
  const change = (part: Partial<Filters>) => {
    setFilter({ ...filter, ...part });
    setPage(1);
  };
  const isEmpty =
    bank.data && total === 0 && Object.values(filter).every((one) => one === '' || one === null);
  if (!bank.data && bank.isError) {
    return <Loaded query={bank} failure="The question bank could not be loaded." />;
  }
  if (isEmpty) {
    return (
      <Empty icon={IconBooks} title="The question bank is empty">
        Questions of published tests are added automatically. To add questions from a file, import
        it and choose Keep in the bank.
      </Empty>
    );
  }
  return (
    <Stack gap="md">
      <div className={classes.filters}>
        <SearchField
          label="Search the bank"
          text={filter.search}
          onSearch={(search) => change({ search: search.slice(0, 200) })}
        />
        <Choice
          label="Subject"
          choices={subjects}
          value={filter.subject}
          onChange={(subject) => change({ subject })}
        />
        <Choice
          label="Topic"
          choices={topics}
          value={filter.topic}
          onChange={(topic) => change({ topic })}
        />
        <Choice label="Tag" choices={tags} value={filter.tag} onChange={(tag) => change({ tag })} />
        {homes.length > 1 && (
          <Select
            label="Owner"
            placeholder="All"
            clearable
            clearButtonProps={{ 'aria-label': 'Clear owner' }}
            data={homes.map((one) => ({
              value: one.home,
              label: `${homeWords[one.home]} (${one.questions})`,
            }))}
            value={home}
            onChange={(chosen) => change({ home: chosen })}
          />
        )}
      </div>
      {bank.data && (
        <Draw filter={wanted} total={total} titles={titles} remaining={remaining} onAdd={onAdd} />
      )}
      {!bank.data && <LinesSkeleton lines={6} />}
      <ul className={classes.list} aria-label="Questions of the bank">
        {questions.map((question, place) => (
          <BankItem
            key={question.questionId}
            number={(page - 1) * BANK_PAGE_LENGTH + place + 1}
            question={question}
            isThere={titles.includes(question.QuestionTitle)}
            canAdd={remaining > 0}
            canShare={canShare}
            onAdd={() => onAdd([question])}
          />
        ))}
      </ul>
      {total > BANK_PAGE_LENGTH && (
        <Pagination
          value={page}
          total={Math.ceil(total / BANK_PAGE_LENGTH)}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
          onChange={setPage}
        />
      )}
    </Stack>
  );
}

interface ChoiceProps {
  label: string;
  choices: { name: string; questions: number }[];
  value: string;
  onChange: (value: string) => void;
}

function Choice({ label, choices, value, onChange }: ChoiceProps) {
  return (
    <Select
      label={label}
      placeholder="All"
      clearable
      searchable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      data={choices.map(({ name, questions }) => ({
        value: name,
        label: `${name} (${questions})`,
      }))}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}

interface DrawProps extends Pick<AddQuestionsProps, 'titles' | 'remaining' | 'onAdd'> {
  filter: Filter;
  total: number;
}

/** Draws random questions among the filtered ones, without those of the test. */
function Draw({ filter, total, titles, remaining, onAdd }: DrawProps) {
  const [count, setCount] = useState<number | string>(2);
  const max = Math.min(remaining, total);
  const drawing = useMutation({
    mutationFn: async () => {
      const body = { ...filter, count: Number(count), except: titles };
      return (await call(drawBankQuestions, { body })).data.questions;
    },
    onSuccess: (drawn) => {
      if (drawn.length > 0) onAdd(drawn);
      else toast('The test already has all of these questions.');
    },
    onError: (error) => toastError(messageOf(error)),
  });
  return (
    <Group align="flex-end" gap="sm">
      <NumberInput
        label="Draw at random"
        w="8rem"
        min={1}
        max={Math.max(1, max)}
        allowDecimal={false}
        hideControls
        value={count}
        onChange={setCount}
      />
      <Button
        variant="default"
        disabled={max === 0 || Number(count) < 1 || Number(count) > remaining}
        loading={drawing.isPending}
        leftSection={<IconDice5 size={16} aria-hidden />}
        onClick={() => drawing.mutate()}
      >
        Draw
      </Button>
      <Text size="sm" c="dimmed">
        {total === 1 ? '1 question matches' : `${total} questions match`}
      </Text>
    </Group>
  );
}
