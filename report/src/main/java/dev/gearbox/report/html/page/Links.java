package dev.gearbox.report.html.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Links to files beside the report. */
final class Links {
    private Links() {}

    /** A relative address, whatever the path holds: it can be no other scheme, no other host and no query. */
    static String to(String path) {
        return Arrays.stream(path.split("/"))
                .filter(step -> !step.isEmpty() && !step.equals("."))
                .map(step -> URLEncoder.encode(step, StandardCharsets.UTF_8).replace("+", "%20"))
                .collect(Collectors.joining("/", "./", ""));
    }
}
