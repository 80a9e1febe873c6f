import { routes } from "#src/platform/http/api.ts";
import { cancel, changeUnits, pause, resume, takeDiscount } from "./changes.ts";
import { subscriptionsContract } from "./contract.ts";
import {
  actInSandbox,
  getBilling,
  getSandbox,
  listInvoices,
  openPortal,
  previewUnits,
  startCheckout,
  updateBranding,
} from "./subscriptions.ts";

export const subscriptionRoutes = routes(subscriptionsContract, {
  get: (ctx) => getBilling(ctx),
  preview: previewUnits,
  checkout: startCheckout,
  changeUnits,
  cancel,
  resume: (ctx) => resume(ctx),
  pause,
  takeDiscount,
  update: updateBranding,
  portal: (ctx) => openPortal(ctx),
  invoices: (ctx) => listInvoices(ctx),
  sandbox: (ctx) => getSandbox(ctx),
  actInSandbox,
});
