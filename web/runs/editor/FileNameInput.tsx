import { TextInput, type TextInputProps } from '@mantine/core';
import { MAX_PATH_LENGTH } from '@vlabs/contract/runs/program-files';

interface FileNameInputProps extends Omit<TextInputProps, 'onChange'> {
  value: string;
  onChange: (path: string) => void;
}

/** The path of a file of a program. */
export function FileNameInput({ onChange, ...others }: FileNameInputProps) {
  return (
    <TextInput
      label="Name"
      description="With its folder if it is in one, like lib/stack.h"
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      maxLength={MAX_PATH_LENGTH}
      {...others}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}
