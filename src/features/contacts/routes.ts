import { routes } from "#src/platform/http/api.ts";
import { deleteContacts, exportPickedContacts, placeContacts, tagContacts, undoChange } from "./bulk.ts";
import { createContact, deleteContact, getContact, updateContact } from "./changing.ts";
import { exportContacts, listContacts } from "./contact-list.ts";
import { contactsContract } from "./contract.ts";
import { crmContract } from "./crm-contract.ts";
import { getContactSettings, saveFields } from "./fields.ts";
import { mergeContract } from "./merge-contract.ts";
import { listDuplicates, mergeContacts, splitContact } from "./merging.ts";
import { exportPerson } from "./person.ts";
import { personContract } from "./person-contract.ts";
import { getPipeline, listTeammates, placeContact, savePipeline } from "./pipeline.ts";
import { listRequests } from "./requesting.ts";
import {
  addSuppressionByHand,
  addSuppressionsByHand,
  liftSuppression,
  listSuppressions,
} from "./suppressing.ts";
import { suppressionsContract } from "./suppressions-contract.ts";
import type { PersonSource, TimelineSource } from "./tables.ts";
import { addTask, deleteTask, listTasks, updateTask } from "./tasks.ts";
import { addNote, deleteNote, listTimeline } from "./timeline.ts";
import { saveTopics } from "./topics.ts";
import { topicsContract } from "./topics-contract.ts";

/** What later slices know of contacts. */
interface Sources {
  /** What happened. */
  timeline: readonly TimelineSource[];
  /** What of it counts for the score. */
  scored: readonly TimelineSource[];
  /** Everything there is about a person. */
  people: readonly PersonSource[];
}

export const contactRoutes = ({ timeline, scored, people }: Sources) => ({
  ...routes(contactsContract, {
    list: listContacts,
    create: createContact,
    exportFile: exportContacts,
    exportPicked: exportPickedContacts,
    tagMany: tagContacts,
    deleteMany: deleteContacts,
    restore: undoChange,
    get: (ctx, input) => getContact(ctx, input, scored),
    update: updateContact,
    delete: deleteContact,
    requests: listRequests,
    settings: (ctx) => getContactSettings(ctx, ctx),
    saveFields,
  }),
  ...routes(suppressionsContract, {
    suppressions: listSuppressions,
    suppress: addSuppressionByHand,
    suppressMany: addSuppressionsByHand,
    lift: liftSuppression,
  }),
  ...routes(crmContract, {
    timeline: (ctx, input) => listTimeline(ctx, input, timeline),
    addNote,
    deleteNote,
    pipeline: getPipeline,
    savePipeline,
    place: placeContact,
    placeMany: placeContacts,
    teammates: listTeammates,
    tasks: listTasks,
    addTask,
    updateTask,
    deleteTask,
  }),
  ...routes(personContract, { personFile: (ctx, input) => exportPerson(ctx, input, people) }),
  ...routes(topicsContract, { saveTopics }),
  ...routes(mergeContract, {
    duplicates: listDuplicates,
    merge: mergeContacts,
    split: splitContact,
  }),
});
