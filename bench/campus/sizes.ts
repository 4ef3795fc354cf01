export interface Size {
  students: number;
  /** With the timeline of each attempt of the newest term. */
  withTimeline: boolean;
}

export interface Term extends Size {
  /** 0 is the newest. */
  age: number;
}

export const countStaff = (students: number) => Math.max(20, students / 20);

/** The same UUID for the same name, with a valid version and variant. */
export const uuidOf = (name: string) =>
  `overlay(overlay(md5(${name}) placing '4' from 13) placing '8' from 17)::uuid`;
