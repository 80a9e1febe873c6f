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
import { addSuppressionByHand, liftSuppression, listSuppressions } from "./suppressing.ts";
import type { PersonSource, TimelineSource } from "./tables.ts";
import { addTask, deleteTask, listTasks, updateTask } from "./tasks.ts";
import { addNote, deleteNote, listTimeline } from "./timeline.ts";
import { saveTopics } from "./topics.ts";
import { topicsContract } from "./topics-contract.ts";

/** `sources` and `people` are what later slices know of contacts: what happened, and everything there is. */
export const contactRoutes = (sources: readonly TimelineSource[], people: readonly PersonSource[]) => ({
  ...routes(contactsContract, {
    list: listContacts,
    create: createContact,
    exportFile: exportContacts,
    exportPicked: exportPickedContacts,
    tagMany: tagContacts,
    deleteMany: deleteContacts,
    restore: undoChange,
    get: (ctx, input) => getContact(ctx, input, sources),
    update: updateContact,
    delete: deleteContact,
    requests: listRequests,
    settings: (ctx) => getContactSettings(ctx, ctx),
    saveFields,
    suppressions: listSuppressions,
    suppress: addSuppressionByHand,
    lift: liftSuppression,
  }),
  ...routes(crmContract, {
    timeline: (ctx, input) => listTimeline(ctx, input, sources),
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
