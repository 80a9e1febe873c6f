import { routes } from "#src/platform/http/api.ts";
import { assignStages, deleteContacts, exportPickedContacts, tagContacts, undoChange } from "./bulk.ts";
import { listContacts } from "./contact-list.ts";
import { contactsContract } from "./contract.ts";
import { crmContract } from "./crm-contract.ts";
import { createContact, deleteContact, getContact, updateContact } from "./edit.ts";
import { exportContacts } from "./export.ts";
import { getOwnSettings, saveFields } from "./fields.ts";
import { listDuplicates, mergeContacts, splitContact } from "./merge.ts";
import { mergeContract } from "./merge-contract.ts";
import { exportPerson } from "./person.ts";
import { personContract } from "./person-contract.ts";
import { assignStage, getPipeline, listTeammates, savePipeline } from "./pipeline.ts";
import { listRequests } from "./privacy-requests.ts";
import { addTask, deleteTask, listTasks, updateTask } from "./tasks.ts";
import { addNote, deleteNote, listTimeline } from "./timeline.ts";

export const contactRoutes = {
  ...routes(contactsContract, {
    list: listContacts,
    create: createContact,
    exportFile: exportContacts,
    exportPicked: exportPickedContacts,
    tagMany: tagContacts,
    deleteMany: deleteContacts,
    restore: undoChange,
    get: getContact,
    update: updateContact,
    delete: deleteContact,
    requests: listRequests,
    settings: (ctx) => getOwnSettings(ctx),
    saveFields,
  }),
  ...routes(crmContract, {
    timeline: listTimeline,
    addNote,
    deleteNote,
    pipeline: getPipeline,
    savePipeline,
    place: assignStage,
    placeMany: assignStages,
    teammates: listTeammates,
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
