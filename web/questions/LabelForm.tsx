import { Button, Select, TagsInput, TextInput } from '@mantine/core';
import type { BankLabels, BankQuestion } from '@vlabs/contract/questions/question-bank';
import { useState } from 'react';
import { mayWriteIn, useClassSearch } from '../classes/use-class-search.ts';
import classes from './AddQuestions.module.css';

interface LabelFormProps {
  question: BankQuestion;
  isSaving: boolean;
  onSave: (labels: NewLabels) => void;
}

/** Includes the class whose bank the question moves to. */
export type NewLabels = BankLabels & { class?: string };

/** The labels of a question, and its owner. */
export function LabelForm({ question, isSaving, onSave }: LabelFormProps) {
  const [labels, setLabels] = useState<NewLabels>({
    subject: question.subject,
    topic: question.topic,
    tags: question.tags,
  });
  return (
    <div className={classes.filters}>
      <TextInput
        label="Subject"
        maxLength={200}
        value={labels.subject}
        onChange={({ currentTarget: { value: subject } }) => setLabels({ ...labels, subject })}
      />
      <TextInput
        label="Topic"
        maxLength={200}
        value={labels.topic}
        onChange={({ currentTarget: { value: topic } }) => setLabels({ ...labels, topic })}
      />
      <TagsInput
        label="Tags"
        maxTags={20}
        value={labels.tags}
        onChange={(tags) => setLabels({ ...labels, tags })}
      />
      <HomeField
        question={question}
        classId={labels.class ?? question.classId}
        onChange={(classId) => setLabels({ ...labels, class: classId })}
      />
      <Button loading={isSaving} onClick={() => onSave(labels)}>
        Save labels
      </Button>
    </div>
  );
}

interface HomeFieldProps {
  question: BankQuestion;
  classId: string | null;
  onChange: (classId: string) => void;
}

/** The class whose bank the question moves to; hidden if there are no classes. */
function HomeField({ question, classId, onChange }: HomeFieldProps) {
  const { hasAny, field } = useClassSearch(classId, mayWriteIn);
  if (!hasAny) return null;
  return (
    <Select
      label="Bank of"
      placeholder={question.home === 'own' ? 'Mine' : 'Campus'}
      {...field}
      allowDeselect={false}
      value={classId}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  );
}
