/** The status that each caller gets from a call without input. */
export interface Row {
  nobody: number;
  /** Registered, not on a list and not confirmed. */
  guest: number;
  student: number;
  admin: number;
  expired: number;
}

const forStudents = (student: number): Row => ({
  nobody: 401,
  guest: 403,
  student,
  admin: 403,
  expired: 401,
});
const forAdmins = (admin: number): Row => ({
  nobody: 401,
  guest: 403,
  student: 403,
  admin,
  expired: 401,
});

/** The audit log. */
export const auditRows: Record<string, Row> = {
  'GET /api/v1/audit/lines': forAdmins(200),
  'GET /api/v1/audit/lines.csv': forAdmins(200),
};

/** Lab records. */
export const recordRows: Record<string, Row> = {
  'GET /api/v1/classes/:classId/record': forAdmins(400),
  'PUT /api/v1/classes/:classId/record': forAdmins(400),
  'POST /api/v1/classes/:classId/record/outputs': forAdmins(400),
  'GET /api/v1/classes/:classId/students/:userId/record.pdf': forAdmins(400),
  'GET /api/v1/classes/:classId/records.zip': forAdmins(400),
  'GET /api/v1/my-classes/:classId/record': forStudents(400),
  'PUT /api/v1/my-classes/:classId/record': forStudents(400),
  'GET /api/v1/my-classes/:classId/record.pdf': forStudents(400),
};

/** Key corrections. */
export const keyCorrectionRows: Record<string, Row> = {
  'POST /api/v1/auth/quiz/:uniqueId/key-corrections': forAdmins(400),
  'POST /api/v1/auth/quiz/:uniqueId/key-corrections/preview': forAdmins(400),
};

/** What admins see of quizzes and students. */
export const insightRows: Record<string, Row> = {
  'GET /api/v1/auth/quiz/:uniqueId/statistics': forAdmins(400),
  'GET /api/v1/insight/quizzes': forAdmins(200),
  'GET /api/v1/insight/quizzes/:uniqueId': forAdmins(400),
  'GET /api/v1/insight/students/:rollNumber': forAdmins(404),
  'GET /api/v1/insight/classes': forAdmins(400),
  'GET /api/v1/insight/submissions': forAdmins(200),
  'GET /api/v1/insight/submissions.zip': forAdmins(200),
  'GET /api/v1/insight/to-mark': forAdmins(200),
  'GET /api/v1/archives/damaged': forAdmins(200),
  'GET /api/v1/auth/quiz/:uniqueId/archives': forAdmins(400),
  'GET /api/v1/auth/quiz/:uniqueId/attendance.pdf': forAdmins(400),
  'GET /api/v1/auth/quiz/:uniqueId/paper.pdf': forAdmins(400),
  'GET /api/v1/auth/quiz/:uniqueId/archives/:number/zip': forAdmins(400),
  'GET /api/v1/auth/quiz/:uniqueId/archives/:number/slip.pdf': forAdmins(400),
  'GET /api/v1/auth/quiz/:uniqueId/questions/:number/similarity': forAdmins(400),
  'POST /api/v1/auth/quiz/:uniqueId/questions/:number/similarity': forAdmins(400),
  'DELETE /api/v1/auth/quiz/:uniqueId/questions/:number/similarity': forAdmins(400),
  'GET /api/v1/auth/quiz/:uniqueId/questions/:number/similarity/:userId/:otherUserId':
    forAdmins(400),
  'GET /api/v1/assignments/:id/similarity': forAdmins(400),
  'POST /api/v1/assignments/:id/similarity': forAdmins(400),
  'DELETE /api/v1/assignments/:id/similarity': forAdmins(400),
  'GET /api/v1/hand-ins/:handInId/similarity/:otherId': forAdmins(400),
};

/** The home page. */
export const newsRows: Record<string, Row> = {
  'GET /api/v1/news': { nobody: 200, guest: 200, student: 200, admin: 200, expired: 200 },
  'POST /api/v1/news': forAdmins(400),
  'PUT /api/v1/news/:newsId': forAdmins(400),
  'DELETE /api/v1/news/:newsId': forAdmins(400),
};

/** What students are shown as due or changed. */
export const studentRows: Record<string, Row> = {
  'GET /api/v1/notices': forStudents(200),
  'POST /api/v1/notices/read': forStudents(400),
  'GET /api/v1/notices/events': forStudents(400),
  'GET /api/v1/calendar-link': forStudents(200),
  'POST /api/v1/calendar-link': forStudents(201),
  'DELETE /api/v1/calendar-link': forStudents(200),
  'GET /api/v1/calendar/:token/v-labs.ics': {
    nobody: 404,
    guest: 404,
    student: 404,
    admin: 404,
    expired: 404,
  },
};

/** Classes and their members. */
export const classRows: Record<string, Row> = {
  'GET /api/v1/staff': forAdmins(200),
  'POST /api/v1/staff': forAdmins(400),
  'PUT /api/v1/staff/:personId': forAdmins(400),
  'POST /api/v1/staff/:personId/password': forAdmins(404),
  'GET /api/v1/terms': forAdmins(200),
  'POST /api/v1/terms': forAdmins(400),
  'PUT /api/v1/terms/:termId': forAdmins(400),
  'GET /api/v1/classes': forAdmins(200),
  'POST /api/v1/classes': forAdmins(400),
  'GET /api/v1/my-classes': forStudents(200),
  'POST /api/v1/my-classes': forStudents(400),
  'GET /api/v1/classes/:classId': forAdmins(400),
  'PUT /api/v1/classes/:classId': forAdmins(400),
  'POST /api/v1/classes/:classId/state': forAdmins(400),
  'PUT /api/v1/classes/:classId/stepping': forAdmins(400),
  'GET /api/v1/classes/:classId/copy': forAdmins(400),
  'POST /api/v1/classes/:classId/copies': forAdmins(400),
  'POST /api/v1/classes/:classId/joining': forAdmins(400),
  'POST /api/v1/classes/:classId/joining/code': forAdmins(400),
  'POST /api/v1/classes/:classId/sections': forAdmins(400),
  'PUT /api/v1/classes/:classId/sections/:sectionId': forAdmins(400),
  'DELETE /api/v1/classes/:classId/sections/:sectionId': forAdmins(400),
  'GET /api/v1/classes/:classId/members': forAdmins(400),
  'POST /api/v1/classes/:classId/members': forAdmins(400),
  'DELETE /api/v1/classes/:classId/members/:personId': forAdmins(400),
  'GET /api/v1/classes/:classId/candidates': forAdmins(400),
  'GET /api/v1/classes/:classId/marks': forAdmins(400),
  'GET /api/v1/classes/:classId/marks.csv': forAdmins(400),
  'GET /api/v1/classes/:classId/marks.xlsx': forAdmins(400),
  'PUT /api/v1/classes/:classId/marks/arrangement': forAdmins(400),
  'GET /api/v1/my-classes/:classId/marks': forStudents(400),
};

const forEverybodySignedIn = (status: number): Row => ({
  nobody: 401,
  guest: status,
  student: status,
  admin: status,
  expired: 401,
});

/** The caller's own data. */
export const privacyRows: Record<string, Row> = {
  'GET /api/v1/data-notice': forEverybodySignedIn(200),
  'POST /api/v1/data-notice/read': forEverybodySignedIn(400),
  'GET /api/v1/my-data-requests': forEverybodySignedIn(200),
  'POST /api/v1/my-data-requests': forEverybodySignedIn(400),
  'GET /api/v1/data-requests': forAdmins(200),
  'POST /api/v1/data-requests/:requestId/answer': forAdmins(400),
  'GET /api/v1/data-protection': forAdmins(200),
  'PUT /api/v1/data-protection/rules/:rule': forAdmins(400),
  'GET /api/v1/data-protection/rules/:rule/preview': forAdmins(400),
  'PUT /api/v1/data-protection/holds/:personId': forAdmins(400),
  'DELETE /api/v1/data-protection/holds/:personId': forAdmins(404),
  'GET /api/v1/data-protection/people/:personId': forAdmins(404),
  'POST /api/v1/data-protection/people/:personId/erasure': forAdmins(400),
  'DELETE /api/v1/data-protection/people/:personId/erasure': forAdmins(404),
};
