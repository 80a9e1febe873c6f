import { routes } from "#src/platform/http/api.ts";
import { sequencesContract } from "./contract.ts";
import { getCourse } from "./course.ts";
import {
  enrollMany,
  enrollOne,
  listContactEnrollments,
  listEnrollments,
  moveEnrollment,
  removeEnrollment,
} from "./enrollments.ts";
import { getFigures } from "./figures.ts";
import { checkSequence, publishSequence } from "./publication.ts";
import {
  createSequence,
  deleteSequence,
  getSequence,
  listSequences,
  pauseSequence,
  resumeSequence,
  stopSequence,
  updateSequence,
} from "./sequences.ts";

export const sequenceRoutes = routes(sequencesContract, {
  list: (ctx) => listSequences(ctx),
  get: getSequence,
  create: createSequence,
  update: updateSequence,
  delete: deleteSequence,
  check: checkSequence,
  publish: publishSequence,
  pause: pauseSequence,
  resume: resumeSequence,
  stop: stopSequence,
  figures: getFigures,
  course: getCourse,
  enrollments: listEnrollments,
  enroll: enrollOne,
  enrollMany,
  ofContact: listContactEnrollments,
  removeEnrollment,
  moveEnrollment,
});
