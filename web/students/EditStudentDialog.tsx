import { SimpleGrid, TextInput } from '@mantine/core';
import { type Student, StudentDetails, updateStudent } from '@vlabs/contract/students/students';
import { call } from '../platform/calls/call.ts';
import { fieldErrors } from '../platform/calls/form-errors.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, useForm } from '../ui/Form.tsx';
import { toastSuccess } from '../ui/toast.ts';
import { useRefreshStudents } from './list/use-students.ts';

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
  const { rollNumber } = student;
  const refresh = useRefreshStudents();
  const detailsOf = (values: Typed): StudentDetails => ({
    ...values,
    other: student.other.map(({ heading }, index) => ({
      heading,
      text: values[`other.${index}.text`] ?? '',
    })),
  });
  const form = useForm({
    initial: typedOf(student),
    check: (values) => fieldErrors(StudentDetails, detailsOf(values)),
    send: (values) =>
      call(updateStudent, {
        params: { rollNumber },
        body: StudentDetails.parse(detailsOf(values)),
      }),
    onSent: async ({ message }) => {
      toastSuccess(message ?? 'Saved.');
      await refresh();
      onClose();
    },
  });
  return (
    <Dialog title={`Edit ${rollNumber}`} onClose={onClose}>
      <Form form={form} submitLabel="Save" onCancel={onClose}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {fields.map(({ name, label }) => (
            <TextInput key={name} label={label} required={name === 'name'} {...form.field(name)} />
          ))}
          {student.other.map(({ heading }, index) => (
            <TextInput
              // Two columns of a list may have the same heading.
              key={`${index} ${heading}`}
              label={heading}
              {...form.field(`other.${index}.text`)}
            />
          ))}
        </SimpleGrid>
      </Form>
    </Dialog>
  );
}

/** Messages for additional columns, which the contract names `other.0.text` and so on. */
type Typed = Omit<StudentDetails, 'other'> & Record<string, string>;

function typedOf(student: Student): Typed {
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
    ...Object.fromEntries(other.map(({ text }, index) => [`other.${index}.text`, text])),
  };
}
