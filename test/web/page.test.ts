/** Tests of the page in a browser: all in one process, over one service and one Chromium. */
/* oxlint-disable import/no-unassigned-import -- each declares its tests */
import './page/accessible.js';
import './page/account.js';
import './page/flow.js';
import './page/hands.js';
import './page/place.js';
import './page/recovery.js';
import './page/sky.js';
import './page/stations.js';
import './page/truth.js';
