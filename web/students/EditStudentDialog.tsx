import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Student, StudentDetails } from '@vlabs/contract/people/students';
import { messageOf } from '../platform/calls/call.ts';
import { fieldErrors, focusFirstError } from '../platform/calls/form-errors.ts';
import { refusedFields } from '../platform/calls/refused-fields.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { FormMessage } from '../ui/FormMessage.tsx';
import { useUpdateStudent } from './use-students.ts';

const fields = [
  { name: 'name', label: 'Full name' },
  { name: 'email', label: 'Email ID' },
  { name: 'course', label: 'Course opted' },
  { name: 'graduationYear', label: 'Year of Graduation' },
  { name: 'mobile', label: 'Mobile No' },
  { name: 'parentMobile', label: 'Parent Mobile No' },
  { name: 'mentorName', label: 'Mentor Name' },
  { name: 'mentorEmail', label: 'Mentor Email ID' },
  { name: 'department', label: 'Department' },
] as const;

interface EditStudentDialogProps {
  student: Student;
  onClose: () => void;
}

export function EditStudentDialog({ student, onClose }: EditStudentDialogProps) {
  const { mutate, isPending, error } = useUpdateStudent(student.rollNumber, onClose);
  const form = useForm<StudentDetails>({
    mode: 'uncontrolled',
    initialValues: detailsOf(student),
    validate: (values) => fieldErrors(StudentDetails, values),
  });
  const save = form.onSubmit(
    (values) => mutate(values, { onError: (refusal) => form.setErrors(refusedFields(refusal)) }),
    focusFirstError(form),
  );
  return (
    <Dialog title={`Edit ${student.rollNumber}`} onClose={onClose}>
      <form noValidate onSubmit={save}>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            {fields.map(({ name, label }) => (
              <TextInput
                key={form.key(name)}
                label={label}
                required={name === 'name'}
                {...form.getInputProps(name)}
              />
            ))}
            {student.other.map(({ heading }, index) => (
              <TextInput
                key={form.key(`other.${index}.text`)}
                label={heading}
                {...form.getInputProps(`other.${index}.text`)}
              />
            ))}
          </SimpleGrid>
          <FormMessage message={error && messageOf(error)} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function detailsOf(student: Student): StudentDetails {
  const { name, email, course, mobile, mentorName, mentorEmail, department } = student;
  const { parentMobile, graduationYear, other } = student;
  return {
    name,
    email,
    course,
    mobile,
    mentorName,
    mentorEmail,
    department,
    parentMobile,
    graduationYear,
    other,
  };
}
