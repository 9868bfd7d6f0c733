/* Compiles HLSL for `cargo xtask shaders --validate`, on Windows or in Wine.
 *
 *   x86_64-w64-mingw32-gcc -O2 -municode -o hlsl.exe hlsl.c
 *   CANDOR_HLSL="wine64 hlsl.exe" cargo xtask shaders --validate
 *
 * d3dcompiler_47.dll and dxcompiler.dll are Microsoft's own and lie beside the program. It reads requests of a line `PROFILE ENTRY BYTES`
 * and so many bytes of source, and answers each with a line: `ok`, or what the compiler said. Profiles below 6 go to the older
 * compiler. Warnings are no answer. */
#define COBJMACROS
#include <windows.h>

#include <d3dcompiler.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is needed of dxcapi.h: two interfaces and a structure, by their places in the tables. */
typedef struct { const void *pointer; SIZE_T size; UINT encoding; } DxcBuffer;
typedef struct Compiler Compiler;
typedef struct Result Result;
typedef struct {
    void *query, *add_ref, *release;
    HRESULT(WINAPI *compile)(Compiler *, const DxcBuffer *, LPCWSTR *, UINT32, void *, REFIID, Result **);
} CompilerTable;
typedef struct {
    void *query, *add_ref;
    ULONG(WINAPI *release)(Result *);
    HRESULT(WINAPI *status)(Result *, HRESULT *);
    HRESULT(WINAPI *result)(Result *, ID3DBlob **);
    HRESULT(WINAPI *errors)(Result *, ID3DBlob **);
} ResultTable;
struct Compiler { const CompilerTable *table; };
struct Result { const ResultTable *table; };

static const GUID CLASS_COMPILER = {0x73e22d93, 0xe6ce, 0x47f3, {0xb5, 0xbf, 0xf0, 0x66, 0x4f, 0x39, 0xc1, 0xb0}};
static const GUID ID_COMPILER3 = {0x228b4687, 0x5a6a, 0x4730, {0x90, 0x0c, 0x97, 0x02, 0xb2, 0x20, 0x3f, 0x54}};
static const GUID ID_RESULT = {0x58346cda, 0xdde7, 0x4497, {0x94, 0x61, 0x6f, 0x87, 0xaf, 0x5e, 0x06, 0x59}};

typedef HRESULT(WINAPI *CreateInstance)(REFIID, REFIID, Compiler **);

static pD3DCompile older;
static Compiler *newer;

/* Prints a message in one line, without the warnings in front of its first error. */
static void answer(HRESULT status, ID3DBlob *said) {
    if (SUCCEEDED(status)) {
        puts("ok");
        return;
    }
    const char *text = said ? ID3D10Blob_GetBufferPointer(said) : NULL;
    if (!text || !*text) {
        printf("the compiler failed with %08lx and gave no reason\n", (unsigned long)status);
        return;
    }
    const char *error = strstr(text, "error");
    for (const char *c = error ? error : text; *c; c++)
        putchar(*c == '\n' || *c == '\r' ? ' ' : *c);
    putchar('\n');
}

static void with_older(const char *source, SIZE_T size, const char *entry, const char *profile) {
    ID3DBlob *code = NULL, *said = NULL;
    if (!older) {
        puts("d3dcompiler_47.dll is not beside the program");
        return;
    }
    answer(older(source, size, NULL, NULL, NULL, entry, profile, D3DCOMPILE_ENABLE_STRICTNESS, 0, &code, &said), said);
    if (code) ID3D10Blob_Release(code);
    if (said) ID3D10Blob_Release(said);
}

static void with_newer(const char *source, SIZE_T size, const char *entry, const char *profile) {
    WCHAR wide_entry[256], wide_profile[16];
    DxcBuffer buffer = {source, size, CP_UTF8};
    Result *result = NULL;
    ID3DBlob *said = NULL;
    HRESULT status = E_FAIL;
    if (!newer) {
        puts("dxcompiler.dll is not beside the program");
        return;
    }
    MultiByteToWideChar(CP_UTF8, 0, entry, -1, wide_entry, 256);
    MultiByteToWideChar(CP_UTF8, 0, profile, -1, wide_profile, 16);
    /* The language of the older compiler, which the texts are in: its `?:` chooses for each component. */
    LPCWSTR args[] = {L"-E", wide_entry, L"-T", wide_profile, L"-HV", L"2018"};
    HRESULT called = newer->table->compile(newer, &buffer, args, 6, NULL, &ID_RESULT, &result);
    if (FAILED(called) || !result) {
        answer(FAILED(called) ? called : E_FAIL, NULL);
        return;
    }
    result->table->status(result, &status);
    result->table->errors(result, &said);
    answer(status, said);
    if (said) ID3D10Blob_Release(said);
    result->table->release(result);
}

/* A library beside the program, and not one of the system's. */
static HMODULE beside(const WCHAR *name) {
    WCHAR path[MAX_PATH];
    DWORD length = GetModuleFileNameW(NULL, path, MAX_PATH);
    while (length && path[length - 1] != L'\\') length--;
    if (length + wcslen(name) >= MAX_PATH) return NULL;
    wcscpy(path + length, name);
    return LoadLibraryW(path);
}

int wmain(void) {
    HMODULE library = beside(L"d3dcompiler_47.dll");
    if (library) older = (pD3DCompile)(void *)GetProcAddress(library, "D3DCompile");
    library = beside(L"dxcompiler.dll");
    CreateInstance create = library ? (CreateInstance)(void *)GetProcAddress(library, "DxcCreateInstance") : NULL;
    if (create && FAILED(create(&CLASS_COMPILER, &ID_COMPILER3, &newer))) newer = NULL;
    _setmode(_fileno(stdin), _O_BINARY);
    char line[512], profile[16], entry[256];
    unsigned long size;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "%15s %255s %lu", profile, entry, &size) != 3 || size > 64u << 20) {
            puts("a request is PROFILE ENTRY BYTES");
            return 2;
        }
        char *source = malloc(size + 1);
        if (!source || fread(source, 1, size, stdin) != size) {
            puts("the source is cut off");
            return 2;
        }
        source[size] = 0;
        (profile[3] < '6' ? with_older : with_newer)(source, size, entry, profile);
        free(source);
        fflush(stdout);
    }
    return 0;
}
