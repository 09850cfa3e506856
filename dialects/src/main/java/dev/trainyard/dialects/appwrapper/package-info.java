/// CodeFlare's AppWrapper: what it means to the machine that runs it, and back.
@NullMarked
package dev.trainyard.dialects.appwrapper;

import org.jspecify.annotations.NullMarked;
