import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import type { DestinationStream } from 'pino';
import { Registry } from 'prom-client';
import { closeWorkDuringTests } from './attempts/closed-work.ts';
import { attemptRoutes } from './attempts/attempts.routes.ts';
import { assignmentRoutes } from './assignments/assignments.routes.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { isDemoOpen } from './auth/auth.reads.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { secondStepRoutes } from './auth/second-step/second-step.routes.ts';
import { mailLinkRoutes } from './auth/mail-links/mail-links.routes.ts';
import { type Identify, identifyBy, identifyCallers } from './auth/callers.ts';
import { measureBackups } from './backup/backup-metrics.ts';
import { calendarRoutes } from './calendar/calendar.routes.ts';
import { classRoutes } from './classes/classes.routes.ts';
import { limitStaffToClasses } from './classes/require-access.ts';
import type { Config } from './config.ts';
import { fileRoutes } from './files/files.routes.ts';
import { measureArchives } from './archives/archive-metrics.ts';
import { archiveRoutes } from './archives/archives.routes.ts';
import { insightRoutes } from './insight/insight.routes.ts';
import { recordRoutes } from './records/records.routes.ts';
import { marksRoutes } from './marks/marks.routes.ts';
import { measureMails } from './mail/mail-metrics.ts';
import { newsRoutes } from './news/news.routes.ts';
import { digestRoutes } from './notices/digest/digest.routes.ts';
import { noticeRoutes } from './notices/notices.routes.ts';
import { keyCorrectionRoutes } from './insight/corrections/key-corrections.routes.ts';
import { noteArrivals } from './platform/connections/arrival.ts';
import { boundCallsUnderWay } from './platform/connections/calls-under-way.ts';
import { boundConnections, maxConnections } from './platform/connections/connections.ts';
import {
  replyToBrokenRequest,
  replyToErrors,
  replyWithError,
} from './platform/http/error-replies.ts';
import { rememberCallers } from './platform/connections/gone-callers.ts';
import { type Checks, serveHealth } from './platform/http/health.ts';
import { KeptAssets } from './platform/http/kept-assets.ts';
import { readJsonBodies } from './platform/http/json-bodies.ts';
import { logOptions, logRequests } from './platform/metrics/logging.ts';
import { watchRequests } from './platform/metrics/loop-watch.ts';
import { serveMetrics } from './platform/metrics/metrics.ts';
import { requireWritable } from './platform/postgres/open-pool.ts';
import { serveApiDocument } from './platform/http/openapi.ts';
import { noteProxies } from './platform/connections/proxies.ts';
import { secure } from './platform/http/security.ts';
import { acceptWebSockets } from './platform/connections/web-sockets.ts';
import { taskRoutes } from './platform/events/tasks.routes.ts';
import { serveWebPages } from './platform/http/web-pages.ts';
import { dataNoticeRoutes } from './privacy/data-notice.routes.ts';
import { dataRequestRoutes } from './privacy/data-requests.routes.ts';
import { dataProtectionRoutes } from './privacy/data-protection.routes.ts';
import { myDataRoutes } from './privacy/my-data.routes.ts';
import { overviewRoutes } from './overview/overview.routes.ts';
import { quizListRoutes } from './attempts/quiz-lists.routes.ts';
import { programRoutes } from './programs/programs.routes.ts';
import { questionDraftRoutes } from './question-drafts/question-drafts.routes.ts';
import { questionPaperRoutes } from './questions/papers/question-papers.routes.ts';
import { questionRoutes } from './questions/questions.routes.ts';
import { quizRoutes } from './quizzes/quizzes.routes.ts';
import { liveRunRoutes } from './runs/live/live-runs.routes.ts';
import { judge0Routes } from './runs/judge0/judge0.routes.ts';
import { runRoutes } from './runs/runs.routes.ts';
import { stepRoutes } from './runs/steps/steps.routes.ts';
import type { Services } from './services.ts';
import { signOnRoutes } from './sign-on/sign-on.routes.ts';
import { similarityRoutes } from './similarity/similarity.routes.ts';
import { studentRoutes } from './students/students.routes.ts';

/** For unknown addresses; each endpoint has its own limit. */
const BODY_LIMIT_BYTES = 8 * 1024;
/** Time for a whole request, even on a slow connection. */
const REQUEST_TIMEOUT_MS = 300_000;
const SLOW_CALLERS = {
  /** A new connection must send its first request within this time. */
  headersTimeout: 30_000,
  connectionsCheckingInterval: 5000,
  // Detects clients that have disappeared without closing the connection.
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
};
const CONNECTION_LIMITS = { quietMs: 60_000, heldBytes: 256 * 1024 * 1024 };

interface AppOptions {
  /** Additional checks of /readyz, by name. */
  checks: Checks;
  /** The services' metrics, served at /metrics. */
  metrics?: Registry | undefined;
  /** The built web app; default web/dist. */
  webFolder?: string | undefined;
  /** Called for every registered route. */
  onRoute?: ((route: RouteOptions) => void) | undefined;
  /** See `secure`. Tests share their process with the server and may block its event loop. */
  busyAfterMs?: number | undefined;
  /** Default: standard error. */
  logStream?: DestinationStream | undefined;
}

/** Builds the whole HTTP application. Lists every feature of the server. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { config, pool } = services;
  const app = makeFastify(config, options.logStream);
  if (options.onRoute) app.addHook('onRoute', options.onRoute);
  app.addHook('preClose', () => services.answerAll());
  noteArrivals(app, services.clock);
  rememberCallers(app);
  const registry = options.metrics ?? new Registry();
  const max = maxConnections(config.maxConnections, app.log);
  boundConnections(app, { max, ...CONNECTION_LIMITS }, registry);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  replyToErrors(app);
  readJsonBodies(app);
  logRequests(app);
  await secure(app, config.origins, { busyAfterMs: options.busyAfterMs });
  await acceptWebSockets(app);
  await serveApiDocument(app);
  noteProxies(app, config.trustedProxies);
  const identify = identifyBy(services.answers);
  identifyCallers(app, { pool: services.answers, identify });
  limitStaffToClasses(app, pool);
  const graceMs = config.graceSeconds * 1000;
  closeWorkDuringTests(app, { pool: services.answers, clock: services.clock, graceMs });
  const calls = boundCallsUnderWay(app);
  watchRequests(app, registry, services.loop);
  serveOwnMetrics(app, services, { registry, identify });
  services.runs.registerMetrics(registry);
  measureBackups(registry, pool);
  measureMails(registry, pool);
  measureArchives(registry, pool);
  serveHealth(app, { database: () => requireWritable(pool), ...options.checks });

  serveFeatures(app, services);
  liveRunRoutes(app, { live: services.runs.live, identify, origins: config.origins, calls });

  const webFolder = options.webFolder ?? resolve(import.meta.dirname, '..', 'web', 'dist');
  await serveWebPages(app, { webFolder, assets: new KeptAssets(pool) });
  return app;
}

function serveFeatures(app: FastifyInstance, services: Services): void {
  authRoutes(app, services);
  mailLinkRoutes(app, services);
  signOnRoutes(app, services.signOn);
  secondStepRoutes(app, services);
  studentRoutes(app, services);
  overviewRoutes(app, services);
  classRoutes(app, services);
  quizRoutes(app, services);
  quizListRoutes(app, services);
  questionRoutes(app, services);
  questionPaperRoutes(app, services);
  questionDraftRoutes(app, services.config);
  attemptRoutes(app, services);
  keyCorrectionRoutes(app, services);
  programRoutes(app, services);
  runRoutes(app, services);
  stepRoutes(app, services);
  judge0Routes(app, services);
  fileRoutes(app, services.files);
  assignmentRoutes(app, services);
  similarityRoutes(app, services);
  insightRoutes(app, services);
  archiveRoutes(app, services);
  marksRoutes(app, services);
  recordRoutes(app, services);
  calendarRoutes(app, services);
  auditRoutes(app, services);
  noticeRoutes(app, services);
  digestRoutes(app, services);
  newsRoutes(app, services);
  dataNoticeRoutes(app, services);
  dataRequestRoutes(app, services);
  dataProtectionRoutes(app, services);
  myDataRoutes(app, services);
  taskRoutes(app, services);
}

function serveOwnMetrics(
  app: FastifyInstance,
  { config, pool }: Services,
  { registry, identify }: { registry: Registry; identify: Identify },
): void {
  const measured = { registry, pool, dataFolder: config.dataFolder };
  serveMetrics(app, measured, {
    token: config.metricsToken,
    isAdmin: async (request) =>
      (await identify(request.headers.authorization ?? '', request))?.role === 'admin',
    // A command with other settings may have opened the demo in the database.
    isDemoOpen: async () => config.demo && (await isDemoOpen(pool)),
  });
}

function makeFastify(config: Config, logStream?: DestinationStream): FastifyInstance {
  return Fastify({
    ...logOptions(config.logLevel, logStream),
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: SLOW_CALLERS,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    genReqId: () => randomUUID(),
    frameworkErrors: (error, request, reply) => {
      replyWithError(error, request, reply);
    },
    clientErrorHandler: replyToBrokenRequest,
  });
}
