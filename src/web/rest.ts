/**
 * Views that the first page does not need: the build makes one file of them, which is loaded when any of them is first
 * shown.
 */
export { AccountView } from './account/accountView.js';
export { PlacePanel } from './place/placePanel.js';
export { PlaceView } from './place/placeView.js';
export { SkyPanel } from './sky/skyPanel.js';
export { StationsView } from './stations/stationsView.js';
export { WeekView } from './week/weekView.js';
