package dev.gearbox.report.html.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Links to files beside the report. */
final class Links {
    private Links() {}

    /** Returns a relative address, whatever the path contains: it cannot have another scheme, another host or a query. */
    static String to(String path) {
        return Arrays.stream(path.split("/"))
                .filter(step -> !step.isEmpty() && !step.equals("."))
                .map(step -> URLEncoder.encode(step, StandardCharsets.UTF_8).replace("+", "%20"))
                .collect(Collectors.joining("/", "./", ""));
    }
}
