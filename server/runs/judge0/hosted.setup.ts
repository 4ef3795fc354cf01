/** The fields of a submission before it has run. */
export const nothing = {
  stdout: null,
  stderr: null,
  compile_output: null,
  message: null,
  exit_code: null,
  exit_signal: null,
  time: null,
  wall_time: null,
  memory: null,
};
