/// Serving HTTP on this machine: routes, requests, and connections that become web sockets.
@NullMarked
package dev.trainyard.yard.http;

import org.jspecify.annotations.NullMarked;
