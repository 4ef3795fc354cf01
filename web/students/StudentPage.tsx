import { Anchor, Button, Group, Stack } from '@mantine/core';
import IconArrowLeft from '~icons/arrow-left';
import IconEye from '~icons/eye';
import IconKey from '~icons/key';
import IconLock from '~icons/lock';
import IconLockOpen from '~icons/lock-open';
import IconPencil from '~icons/pencil';
import { useQuery } from '@tanstack/react-query';
import { accountStateOf, getStudent, type Student } from '@vlabs/contract/students/students';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { CallError } from '../platform/calls/call.ts';
import { queryOf } from '../platform/calls/query-of.ts';
import { serverNowMs } from '../platform/calls/server-time.ts';
import { useIsCampusAdmin } from '../platform/calls/use-account.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { formatMomentBeside } from '../ui/dates/dates.ts';
import { PersonLinks } from '../sign-on/PersonLinks.tsx';
import { Facts } from '../ui/Facts.tsx';
import { NotFoundPage } from '../ui/frame/NotFoundPage.tsx';
import { Page } from '../ui/frame/Page.tsx';
import { Loaded } from '../ui/states.tsx';
import { EditStudentDialog } from './EditStudentDialog.tsx';
import { pathOfStudent } from './student-columns.tsx';
import { StudentWork } from './StudentWork.tsx';
import { useSetStudentDisabled, useResetStudentPassword } from './list/use-students.ts';
import IconTrash from '~icons/trash';
import { ConfirmGuestsButton } from './ConfirmGuestsButton.tsx';
import { useRemoveGuest } from './use-registrations.ts';
import { PasswordDialog } from '../staff/PasswordDialog.tsx';

/** A student's record, account and work. */
export function StudentPage() {
  const { rollNo = '' } = useParams();
  const isCampusAdmin = useIsCampusAdmin();
  const query = useQuery(queryOf(getStudent, { params: { rollNumber: rollNo } }));
  const { data, error } = query;
  if (error instanceof CallError && error.status === 404) return <NotFoundPage />;
  return (
    <Page
      heading={data?.name ?? 'Student'}
      action={
        data && (
          <Group gap="sm">
            <SeeAsStudent student={data} />
            {isCampusAdmin && <Actions student={data} />}
          </Group>
        )
      }
    >
      <Stack gap="xl">
        <Anchor component={Link} to="/admin/dashboard/students" size="sm">
          <Group component="span" gap={6}>
            <IconArrowLeft size={16} aria-hidden />
            All students
          </Group>
        </Anchor>
        <Loaded query={query} failure="The student could not be loaded.">
          {(student) => (
            <>
              <Facts facts={factsOf(student)} />
              {isCampusAdmin && <PersonLinks personId={student.rollNumber} />}
              <StudentWork rollNumber={student.rollNumber} />
            </>
          )}
        </Loaded>
      </Stack>
    </Page>
  );
}

/** Guests have no student pages. */
function SeeAsStudent({ student }: { student: Student }) {
  if (student.isGuest) return null;
  return (
    <Button
      component={Link}
      to={`${pathOfStudent(student.rollNumber)}/as-student`}
      variant="default"
      leftSection={<IconEye size={16} aria-hidden />}
    >
      View as this student
    </Button>
  );
}

function factsOf(student: Student) {
  const facts = [
    { label: 'Roll no', value: student.rollNumber, isCode: true },
    { label: 'Course opted', value: student.course },
    { label: 'Email ID', value: student.email },
    { label: 'Mobile No', value: student.mobile },
    { label: 'Mentor Name', value: student.mentorName },
    { label: 'Mentor Email ID', value: student.mentorEmail },
    { label: 'Department', value: student.department },
    { label: 'Parent Mobile No', value: student.parentMobile },
    { label: 'Year of Graduation', value: student.graduationYear },
    ...student.other.map(({ heading, text }) => ({ label: heading, value: text })),
    { label: 'Account', value: describeAccount(student) },
  ];
  return facts.map((fact) => ({ ...fact, value: fact.value === '' ? '–' : fact.value }));
}

function describeAccount(student: Student): string {
  const state = accountStateOf(student);
  const since = student.disabledAt ?? student.registeredAt;
  return since === null ? state : `${state} since ${formatMomentBeside(since, serverNowMs())}`;
}

type Open = 'edit' | 'disable' | 'password' | null;

function Actions({ student }: { student: Student }) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const { mutate: setDisabled, isPending } = useSetStudentDisabled(student.rollNumber, close);
  const isDisabled = student.disabledAt !== null;
  return (
    <Group gap="sm">
      {student.isGuest ? (
        <GuestActions guest={student} />
      ) : (
        <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setOpen('edit')}>
          Edit
        </Button>
      )}
      {student.registeredAt !== null && (
        <Button
          variant="default"
          leftSection={<IconKey size={16} aria-hidden />}
          onClick={() => setOpen('password')}
        >
          Reset password
        </Button>
      )}
      {isDisabled ? (
        <Button
          variant="default"
          loading={isPending}
          leftSection={<IconLockOpen size={16} aria-hidden />}
          onClick={() => setDisabled(false)}
        >
          Enable account
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconLock size={16} aria-hidden />}
          onClick={() => setOpen('disable')}
        >
          Disable account
        </Button>
      )}
      {open === 'edit' && <EditStudentDialog student={student} onClose={close} />}
      {open === 'password' && <ResetPasswordDialog student={student} onClose={close} />}
      {open === 'disable' && (
        <ConfirmDialog
          title="Disable this account?"
          consequence={`${student.name} will be signed out and can’t sign in until you enable the account again. Their work is kept.`}
          confirmLabel="Disable account"
          isBusy={isPending}
          onConfirm={() => setDisabled(true)}
          onCancel={close}
        />
      )}
    </Group>
  );
}

/** Confirms a guest as a student, or removes someone who took another person's roll number. */
function GuestActions({ guest }: { guest: Student }) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const { mutate: remove, isPending } = useRemoveGuest(guest.rollNumber, close);
  return (
    <>
      <ConfirmGuestsButton guests={1} load={async () => [guest]} />
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        Remove guest
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Remove this guest?"
          consequence={`${guest.name} will be signed out, and their account and programs deleted. Do this if someone used another person’s roll number. ${guest.rollNumber} can then be registered again.`}
          confirmLabel="Remove guest"
          isBusy={isPending}
          onConfirm={() => remove()}
          onCancel={close}
        />
      )}
    </>
  );
}

interface ResetPasswordDialogProps {
  student: Student;
  onClose: () => void;
}

/** Asks for confirmation, then shows the new password once. */
function ResetPasswordDialog({ student, onClose }: ResetPasswordDialogProps) {
  const { mutate: reset, data: password, isPending } = useResetStudentPassword(student.rollNumber);
  if (password === undefined) {
    return (
      <ConfirmDialog
        title="Reset the password?"
        consequence={`${student.name} will be signed out everywhere. The new password is shown only once.`}
        confirmLabel="Reset password"
        isBusy={isPending}
        onConfirm={() => reset()}
        onCancel={onClose}
      />
    );
  }
  return <PasswordDialog name={student.name} password={password} onClose={onClose} />;
}
