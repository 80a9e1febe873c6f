import { routes } from "#src/platform/http/api.ts";
import {
  getBilling,
  getSandbox,
  listInvoices,
  openPortal,
  performSandboxAction,
  previewUnits,
  startCheckout,
  updateBranding,
} from "./billing.ts";
import { subscriptionsContract } from "./contract.ts";
import { cancel, changeUnits, pause, resume, takeDiscount } from "./manage.ts";

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
  actInSandbox: performSandboxAction,
});
