/** Sent with `on` by a student who acts as an assistant of a class. */
export const TEACHING_HEADER = 'x-vlabs-teaching';
