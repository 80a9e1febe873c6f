import { routes } from "#src/platform/http/api.ts";
import {
  assignStages,
  deleteContacts,
  exportPickedContacts,
  scoreContacts,
  tagContacts,
  undoChange,
} from "./bulk/bulk.ts";
import { createContact, deleteContact, getContact, updateContact } from "./contact-changes.ts";
import { contactsContract } from "./contract.ts";
import { exportContacts } from "./export/export.ts";
import { getOwnSettings, saveFields } from "./fields/fields.ts";
import { listContacts } from "./list/list.ts";
import { listDuplicates, mergeContacts, splitContact } from "./merge/merge.ts";
import { mergeContract } from "./merge/merge-contract.ts";
import { assignStage, getPipeline, listTeammates, savePipeline } from "./pipeline/pipeline.ts";
import { pipelineContract } from "./pipeline/pipeline-contract.ts";
import { exportPerson } from "./privacy/person.ts";
import { personContract } from "./privacy/person-contract.ts";
import { listRequests } from "./privacy/privacy.ts";
import { addTask, deleteTask, listTasks, updateTask } from "./tasks/tasks.ts";
import { tasksContract } from "./tasks/tasks-contract.ts";
import { addNote, deleteNote, listTimeline } from "./timeline/timeline.ts";
import { timelineContract } from "./timeline/timeline-contract.ts";

export const contactRoutes = {
  ...routes(contactsContract, {
    list: listContacts,
    create: createContact,
    exportFile: exportContacts,
    exportPicked: exportPickedContacts,
    tagMany: tagContacts,
    scoreMany: scoreContacts,
    deleteMany: deleteContacts,
    restore: undoChange,
    get: getContact,
    update: updateContact,
    delete: deleteContact,
    requests: listRequests,
    settings: (ctx) => getOwnSettings(ctx),
    saveFields,
  }),
  ...routes(timelineContract, { timeline: listTimeline, addNote, deleteNote }),
  ...routes(pipelineContract, {
    pipeline: getPipeline,
    savePipeline,
    place: assignStage,
    placeMany: assignStages,
    teammates: listTeammates,
  }),
  ...routes(tasksContract, {
    tasks: listTasks,
    addTask,
    updateTask,
    deleteTask,
  }),
  ...routes(personContract, { personFile: exportPerson }),
  ...routes(mergeContract, {
    duplicates: listDuplicates,
    merge: mergeContacts,
    split: splitContact,
  }),
};
