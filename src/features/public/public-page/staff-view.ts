export const showPageToStaff = async (_c: unknown, _d: object) => ({ html: "<p>hi</p>" });
