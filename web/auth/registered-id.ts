import { z } from 'zod';

const Registered = z.object({ registeredId: z.string() });

/** What the register page hands over to the login page. */
export function handOverRegisteredId(registeredId: string): z.infer<typeof Registered> {
  return { registeredId };
}

/** The roll number that was registered a moment ago; empty when none was. */
export function readRegisteredId(state: unknown): string {
  const registered = Registered.safeParse(state);
  return registered.success ? registered.data.registeredId : '';
}
