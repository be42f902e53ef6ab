/**
 * Views and panels that the list of passes, which comes first, does not need. The build makes one file of them, which
 * is loaded after that list, or when any of them is first shown.
 */
export { AccountView } from './account/accountView.js';
export { PassPanel } from './pass/passPanel.js';
export { Stage } from './stage/stage.js';
export { StationsView } from './stations/stationsView.js';
export { TicketView } from './ticket/ticketView.js';
export { TimeBar } from './timeBar/timeBar.js';
