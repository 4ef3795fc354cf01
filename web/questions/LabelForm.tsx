import { Button, TagsInput, TextInput } from '@mantine/core';
import type { BankLabels, BankQuestion } from '@vlabs/contract/quizzes/question-bank';
import { useState } from 'react';
import classes from './AddQuestions.module.css';

interface LabelFormProps {
  question: BankQuestion;
  isSaving: boolean;
  onSave: (labels: BankLabels) => void;
}

/** What a question of the bank is found by. */
export function LabelForm({ question, isSaving, onSave }: LabelFormProps) {
  const [labels, setLabels] = useState<BankLabels>({
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
      <Button loading={isSaving} onClick={() => onSave(labels)}>
        Save labels
      </Button>
    </div>
  );
}
